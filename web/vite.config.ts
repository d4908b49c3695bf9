import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compress } from './build/compress.ts'
import { firstChunk } from './build/first-chunk.ts'
import { routeTable } from './build/route-table.ts'

/** The running service that `npm run dev` talks to. */
const service = process.env.MAILWRIGHT_SERVICE ?? 'http://127.0.0.1:8025'

// The service accepts changes from its own origin only.
const proxy = { target: service, ws: true, headers: { origin: service } }

// A build is for users, also when tests have started it: React would otherwise be its larger variant for development.
if (process.argv.includes('build')) process.env.NODE_ENV = 'production'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), routeTable(), compress()],
  build: {
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: ['index.html', 'mail-frame.html'].map((name) => `${import.meta.dirname}/${name}`),
      output: {
        codeSplitting: {
          groups: [{ debugName: 'first', name: firstChunk(`${import.meta.dirname}/src/main.tsx`) }],
        },
      },
    },
  },
  server: {
    port: 8026,
    strictPort: true,
    // The frame of a mail comes from the service as well, with its policy and without the scripts of hot reload.
    proxy: Object.fromEntries(
      ['/api', '/healthz', '/docs', '/mail-frame.html', '/assets'].map((path) => [path, proxy]),
    ),
  },
})
