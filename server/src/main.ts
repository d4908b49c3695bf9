// The process: nothing here but what must happen before the service can be loaded.
import { enableCompileCache } from 'node:module'

const oldest = 24
if (Number(process.versions.node.split('.')[0]) < oldest) {
  console.error(
    `Mailwright needs Node ${oldest} or newer, and this is ${process.version}: start it with \`npm start\`, which brings its own, or install a newer Node.`,
  )
  process.exit(1)
}
// Left to itself V8 collects only when its heap has grown to four times what is in use, and keeps 100 MB for what has
// just been made: too much on the small machines that this runs on, and it gains little. These flags are heeded at the
// start of a process only, so that the process begins anew in its own place, once.
const heapFlags = ['--max-semi-space-size=32', '--heap-growing-percent=100']
if (process.execve && !process.execArgv.some((flag) => flag.startsWith('--max-semi-space-size')))
  process.execve(process.execPath, [
    process.execPath,
    ...heapFlags,
    ...process.execArgv,
    ...process.argv.slice(1),
  ])
// Loading some hundred files takes seconds cold and a fraction of one with their compiled form at hand.
enableCompileCache()
const { run } = await import('./run.ts')
await run()
