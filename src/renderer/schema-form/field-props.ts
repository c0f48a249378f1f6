import type { Parameter } from './read-schema.ts'

export interface FieldProps {
  readonly parameter: Parameter
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** Ties the control to its label and its notes. */
  readonly id: string
  readonly describedBy: string | undefined
  readonly invalid: boolean
  readonly changed: boolean
  /** What stands in the control is not the value, and cannot become it. */
  readonly onBroken?: (broken: boolean) => void
}

/** The attributes every control shares. */
export function controlAttributes({ id, describedBy, invalid, changed, parameter }: FieldProps) {
  return {
    id,
    'aria-describedby': describedBy,
    'aria-invalid': invalid || undefined,
    'aria-required': parameter.required || undefined,
    'data-invalid': invalid ? '' : undefined,
    'data-changed': changed && !invalid ? '' : undefined,
  }
}
