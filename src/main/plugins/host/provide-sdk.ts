import { realpathSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { codedError } from './coded-error.ts'

const SDK = '@spora/sdk'

/**
 * The SDK is the app's own, whatever the folder holds: the plugin and the host must mean the same classes. An author's
 * copy of it is left out of every check and of the digest, so nothing of it is ever used.
 */
export function provideSdk(folder: string, sdkUrl: string): void {
  const copy = `${pathToFileURL(join(realFolder(folder), 'node_modules', SDK)).href}/`
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === SDK) return { url: sdkUrl, format: 'module', shortCircuit: true }
      const found = specifier.startsWith(`${SDK}/`) ? null : next(specifier, context)
      if (found === null || found.url.startsWith(copy)) throw unused(specifier)
      return found
    },
    load(url, context, next) {
      if (url.startsWith(copy)) throw unused(url)
      return next(url, context)
    },
  })
}

function unused(specifier: string): Error {
  return codedError(
    'PLUGIN_SDK_COPY',
    `It imports ${specifier.slice(0, 200)}, which lies in node_modules/${SDK}. That folder is for editors and tests and is never used: import "${SDK}" itself, or move the file.`,
  )
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return folder
  }
}
