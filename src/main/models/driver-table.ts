import { collectMetadata, type SettingInfo } from '@spora/sdk'
import type { DriverView } from '../../shared/contract/models.ts'
import { settingSchemaViews } from '../settings/setting-schema-views.ts'
import type { DialectName } from '../tools/dialects/compile-for-dialect.ts'
import { AnthropicCompatibleDriver } from './anthropic-compatible-driver.ts'
import { chooseDialect } from './choose-dialect.ts'
import type { DriverOptions } from './driver-options.ts'
import type { ModelDriver } from './model-driver.ts'
import { OpenAICompatibleDriver } from './openai-compatible-driver.ts'
import { PracticeDriver } from './practice/practice-driver.ts'

export interface DriverKind {
  readonly driver: string
  readonly name: string
  readonly description: string
  readonly icon: string
  readonly isAi: boolean
  readonly settings: readonly SettingInfo[]
  /** The dialect of a driver with these settings, which need no secret. */
  dialect(settings: DriverOptions['settings']): DialectName
  build(options: DriverOptions): ModelDriver & { listModels?(signal: AbortSignal): Promise<string[]> }
}

/** Every kind of model endpoint, in the order a person sees them. */
export const driverKinds: readonly DriverKind[] = [
  {
    driver: 'practice',
    name: 'Practice model',
    description: 'No key, no network. It answers a few typed phrases, so you can see calls, approvals and results.',
    icon: 'graduation-cap',
    isAi: false,
    settings: collectMetadata(PracticeDriver).settings,
    dialect: () => 'openai',
    build: options => new PracticeDriver(options),
  },
  {
    driver: 'openai_compatible',
    name: 'OpenAI-compatible',
    description: 'OpenAI, OpenRouter, Mistral, Ollama, LM Studio, vLLM and most other services.',
    icon: 'cloud',
    isAi: true,
    settings: collectMetadata(OpenAICompatibleDriver).settings,
    dialect: chooseDialect,
    build: options => new OpenAICompatibleDriver(options),
  },
  {
    driver: 'anthropic_compatible',
    name: 'Anthropic-compatible',
    description: 'Anthropic, and services that copy its API.',
    icon: 'cloud',
    isAi: true,
    settings: collectMetadata(AnthropicCompatibleDriver).settings,
    dialect: () => 'anthropic',
    build: options => new AnthropicCompatibleDriver(options),
  },
]

const byName = new Map(driverKinds.map(kind => [kind.driver, kind]))

export function driverKind(driver: string): DriverKind | undefined {
  return byName.get(driver)
}

export function driverViews(): DriverView[] {
  return driverKinds.map(({ driver, name, description, icon, isAi, settings }) => ({
    driver,
    name,
    description,
    icon,
    is_ai: isAi,
    settings_schema: settingSchemaViews(settings),
  }))
}
