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
  const place = join(real(folder), 'node_modules', SDK)
  // It may be a link itself.
  const copies = [place, real(place)].map(path => `${pathToFileURL(path).href}/`)
  const isCopy = (url: string | undefined) => url !== undefined && copies.some(copy => url.startsWith(copy))
  registerHooks({
    resolve(specifier, context, next) {
      if (specifier === SDK) return { url: sdkUrl, format: 'module', shortCircuit: true }
      if (specifier.startsWith(`${SDK}/`) || isCopy(URL.parse(specifier, context.parentURL)?.href))
        throw unused(specifier)
      const found = next(specifier, context)
      if (isCopy(found.url)) throw unused(specifier)
      return found
    },
    load(url, context, next) {
      if (isCopy(url)) throw unused(url)
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

function real(path: string): string {
  try {
    return realpathSync(path)
  } catch {
    return path
  }
}
