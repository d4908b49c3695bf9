// The process entry: only what must happen before the service is loaded. Plain JavaScript, since it is read before the
// compile cache is on: for one file in TypeScript, Node would load its whole compiler at every start.
import { enableCompileCache } from 'node:module'

const minNodeVersion = 24
if (Number(process.versions.node.split('.')[0]) < minNodeVersion) {
  console.error(
    `Mailwright needs Node ${minNodeVersion} or newer, but this is ${process.version}: start it with \`npm start\`, which brings its own, or install a newer Node.`,
  )
  process.exit(1)
}
// Compiling takes seconds without a cache.
enableCompileCache()
const { loadService } = await import('./platform/bundle/load-service.ts')
const { run } = await loadService(() => import('./run.ts'))
await run()
