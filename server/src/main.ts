// The process: nothing here but what must happen before the service can be loaded.
import { enableCompileCache } from 'node:module'

const oldest = 24
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Mailwright needs Node ${oldest} or newer, and this is ${process.version}: start it with \`npm start\`, which brings its own, or install a newer Node.`,
  )
  process.exit(1)
}
// Loading some hundred files takes seconds cold and a fraction of one with their compiled form at hand.
enableCompileCache()
const { run } = await import('./run.ts')
await run()
