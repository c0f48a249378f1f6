export type IconCode = 'ICON_INVALID' | 'ICON_TOO_COMPLEX'

/** Why an icon is not drawn: for the plugin's author. */
export class IconProblem extends Error {
  constructor(
    readonly code: IconCode,
    sentence: string,
  ) {
    super(sentence)
  }
}
