import type { Plugin } from 'vite'

const FAULT_CALL = /\b(?:[\w$]+\.)*faults\.at\(\s*'F\d\d'\s*\)/

/**
 * Takes the points at which tests may end the process out of what people run. Each is one call with its name spelled
 * out, so that nothing but this line has to know of it.
 */
export function withoutFaults(): Plugin {
  return {
    name: 'spora:without-faults',
    enforce: 'pre',
    transform: {
      filter: { id: /\/src\/main\/.*\.ts$/, code: FAULT_CALL },
      handler: code => ({ code: code.replaceAll(new RegExp(FAULT_CALL, 'g'), 'undefined'), map: null }),
    },
  }
}
