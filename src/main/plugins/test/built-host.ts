import { bundle } from '../../../../build/load-module.ts'

let folder: Promise<string> | undefined

/** The plugin host and the SDK, bundled as the build does it: `main/plugin-host.js` and `sdk/index.js` in one folder. */
export function builtHost(): Promise<string> {
  folder ??= bundle(
    {
      'test/lonely-app': 'src/main/plugins/test/lonely-app.ts',
      'main/plugin-host': 'src/main/plugins/host/plugin-host.ts',
      'sdk/index': 'src/sdk/index.ts',
    },
    { standalone: true },
  )
  return folder
}
