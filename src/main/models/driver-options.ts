import type { JsonValue } from '@spora/sdk'
import { DEFAULT_LIMITS, type HttpLimits } from './http/endpoint.ts'
import type { ProxyLookup } from './http/proxies.ts'
import type { LearnedTraits } from './learned-traits.ts'

/** What a driver is built from: its decoded settings and the configuration around them. */
export interface DriverOptions {
  /** The configuration's name, for error sentences; null while it is only a form. */
  readonly name: string | null
  readonly settings: Readonly<Record<string, JsonValue>>
  readonly maxOutputTokens: number | null
  /** Instead of what the settings say: a test is impatient. */
  readonly limits?: HttpLimits
  readonly proxyFor?: ProxyLookup
  /** Without it, what is learnt is forgotten with the driver. */
  readonly learned?: LearnedTraits
  /** Told whether the endpoint streamed its answer or sent it as one document. */
  readonly onAnswer?: (kind: 'events' | 'json') => void
}

export function textSetting(settings: DriverOptions['settings'], key: string): string {
  const value = settings[key]
  return typeof value === 'string' ? value.trim() : ''
}

export function numberSetting(settings: DriverOptions['settings'], key: string): number | undefined {
  const value = settings[key]
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}

/** `timeout` and `idle_timeout` are seconds. */
export function limitsOf({ limits, settings }: DriverOptions): HttpLimits {
  if (limits) return limits
  const seconds = (key: string) => numberSetting(settings, key)
  return {
    idleMs: Math.round((seconds('idle_timeout') ?? DEFAULT_LIMITS.idleMs / 1000) * 1000),
    totalMs: Math.round((seconds('timeout') ?? DEFAULT_LIMITS.totalMs / 1000) * 1000),
  }
}
