import { definePlugin } from '@spora/sdk'
import { WeatherTool } from './src/weather-tool.mjs'

export default definePlugin({ name: 'Weather', tools: [WeatherTool] })
