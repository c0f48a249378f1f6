import { fileURLToPath } from 'node:url'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'electron-vite'
import { decorators } from './build/decorators.ts'
import { withoutFaults } from './build/without-faults.ts'

const alias = { '@spora/sdk': fileURLToPath(new URL('src/sdk/index.ts', import.meta.url)) }

export default defineConfig({
  main: {
    plugins: [decorators(), withoutFaults()],
    resolve: { alias },
    build: {
      externalizeDeps: false, // one bundle: the packaged app needs no node_modules but better-sqlite3
      rolldownOptions: {
        external: ['better-sqlite3'],
        input: {
          'main/index': 'src/main/start.ts',
          'main/serve': 'src/main/serve.ts',
          'main/cli': 'src/main/cli.ts',
          'main/plugin-host': 'src/main/plugins/host/plugin-host.ts',
          'main/page-worker': 'src/main/builtin/read-url/page-worker.ts',
          'sdk/index': 'src/sdk/index.ts',
        },
        output: { entryFileNames: '[name].js', chunkFileNames: 'main/chunks/[name]-[hash].js' },
      },
      outDir: 'out',
      emptyOutDir: false,
    },
  },
  preload: {
    build: {
      rolldownOptions: { input: 'src/preload/index.ts', output: { format: 'cjs', entryFileNames: 'index.cjs' } },
    },
  },
  renderer: { plugins: [react(), tailwindcss()], build: { minify: true } },
})
