import { definePlugin } from '@spora/sdk'
import { AcmeSearchTool } from './src/Tools/acme-search-tool.mjs'

export default definePlugin({ tools: [AcmeSearchTool] })
