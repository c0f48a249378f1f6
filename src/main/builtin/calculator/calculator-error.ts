export type CalculatorCode =
  | 'CALC_SYNTAX'
  | 'CALC_UNKNOWN_NAME'
  | 'CALC_ARITY'
  | 'CALC_DOMAIN'
  | 'CALC_NOT_FINITE'
  | 'CALC_TOO_LARGE'
  | 'CALC_TOO_SMALL'
  | 'CALC_TOO_DEEP'
  | 'CALC_TOO_LONG'

/** Why an expression has no answer, in a sentence for the model. */
export class CalculatorError extends Error {
  override readonly name = 'CalculatorError'
  constructor(
    readonly code: CalculatorCode,
    sentence: string,
  ) {
    super(sentence)
  }
}
