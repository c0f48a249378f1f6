import type { AgentView, StarterView } from '../../../shared/contract/agents.ts'
import type { DriverView, ModelConfigView } from '../../../shared/contract/models.ts'
import type { Preferences, SystemInfo } from '../../../shared/contract/system.ts'
import type { ModelSetup } from '../../model-form/use-model-setup.ts'
import type { Step } from './first-step.ts'

/** What the first run is about, loaded before its first step. */
export interface WelcomeData {
  readonly info: SystemInfo
  readonly preferences: Preferences
  readonly drivers: readonly DriverView[]
  readonly models: readonly ModelConfigView[]
  readonly agents: readonly AgentView[]
  readonly starters: readonly StarterView[]
}

/** What every step gets besides the data. */
export interface StepProps extends WelcomeData {
  readonly onNext: () => void
  readonly onBack: () => void
  readonly onStep: (step: Step) => void
  /** The model being chosen: what was filled in is still there when a step is looked at again. */
  readonly setup: ModelSetup
  /** Ends the first run; then goes to an address. */
  readonly finish: (to: string) => void
}

/** Who is tried out: an agent that exists, or a starter that becomes one when the chat starts. */
export type FirstAgent =
  | { readonly kind: 'agent'; readonly agent: AgentView }
  | { readonly kind: 'starter'; readonly starter: StarterView }
