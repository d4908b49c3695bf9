import { type ChildProcess, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setPriority } from 'node:os'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { assertNoTransaction } from '../../platform/concurrency/transaction-scope.ts'
import { removeInvisible, storable } from '../../platform/text/clean-text.ts'
import { limits } from './limits.ts'

const program = fileURLToPath(new URL('./pdf-process.ts', import.meta.url))
const library = dirname(fileURLToPath(import.meta.resolve('pdfjs-dist/package.json')))
const checkMs = 25

// The kernel counts CPU time, so that the process ends even if nobody waits for it any more.
const limited = `ulimit -c 0; ulimit -t ${limits.cpuSeconds}; exec "$@"`

const command = [
  ['-c', limited, 'sh', process.execPath, '--permission', '--no-warnings'],
  [`--allow-fs-read=${dirname(program)}/`, `--allow-fs-read=${library}/`],
  ['--disallow-code-generation-from-strings', `--max-old-space-size=${limits.heapMb}`],
  [program],
].flat()

// Without environment: it needs no secrets.
const start = () => spawn('/bin/sh', command, { env: {}, cwd: '/', stdio: ['pipe', 'pipe', 'ignore'] })

/** Only Linux tells how much memory a process has; elsewhere the limit of its heap must do. */
async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'latin1').catch(() => '')
  return Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
}

/** Kills a process that takes too much memory. */
function watchMemory(child: ChildProcess) {
  const check = async () => {
    if (child.pid && (await residentBytes(child.pid)) > limits.residentBytes) child.kill('SIGKILL')
  }
  const timer = setInterval(() => void check(), checkMs)
  return () => clearInterval(timer)
}

function lowerPriority(pid: number | undefined) {
  try {
    if (pid) setPriority(pid, 10)
  } catch {
    // It has ended already.
  }
}

async function collect(child: ReturnType<typeof start>): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of child.stdout) {
    bytes += part.length
    if (bytes > limits.characters * 4) break
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

/**
 * The text of a PDF that a person can see; empty if it has none, is damaged or encrypted, or takes more than the limits.
 * Undefined if the machine was too slow to tell. The file is read in a process of its own: a thread that runs out of
 * memory may take the whole process with it.
 */
export async function readPdf(
  bytes: Uint8Array,
  { wallMs = limits.wallMs } = {},
): Promise<string | undefined> {
  assertNoTransaction('reading a PDF')
  if (bytes.byteLength > limits.fileBytes) return ''
  const child = start()
  const { promise: exited, resolve } = Promise.withResolvers<number | null>()
  child.on('error', () => resolve(-1))
  child.on('close', resolve)
  let isLate = false
  const timer = setTimeout(() => {
    isLate = true
    child.kill('SIGKILL')
  }, wallMs)
  const stopWatching = watchMemory(child)
  lowerPriority(child.pid)
  // A process that was killed reads no more.
  child.stdin.on('error', () => undefined)
  child.stdin.end(bytes)
  try {
    const [text, code] = await Promise.all([collect(child), exited])
    if (isLate || code === -1) return undefined
    return code === 0 ? storable(removeInvisible(text)).slice(0, limits.characters) : ''
  } finally {
    clearTimeout(timer)
    stopWatching()
    child.kill('SIGKILL')
  }
}
