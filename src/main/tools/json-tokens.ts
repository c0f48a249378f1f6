import type { ScanError, SyntaxKind } from 'jsonc-parser'

/** jsonc-parser's token and error numbers: it declares them as `const enum`, which a module at a time cannot import. */
export const Token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineComment: 12,
  blockComment: 13,
  lineBreak: 14,
  space: 15,
  unknown: 16,
  end: 17,
} as const satisfies Record<string, SyntaxKind>

export const TokenError = {
  none: 0,
  unexpectedEndOfString: 2,
  invalidUnicode: 4,
  invalidEscape: 5,
  invalidCharacter: 6,
} as const satisfies Record<string, ScanError>
