import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { root } from './bundle-files.ts'

const program = fileURLToPath(new URL('./bundle-program.ts', import.meta.url))

/** Without development packages, or in a folder of somebody else, nothing is built. */
function canBuild(folder: string): boolean {
  try {
    createRequire(import.meta.url).resolve('rolldown/package.json')
    accessSync(dirname(folder), constants.W_OK)
    return true
  } catch {
    return false
  }
}

async function runProgram(folder: string) {
  const child = spawn(process.execPath, ['--no-warnings', program, folder], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`the bundle could not be built: ${output.trim().slice(0, 2000)}`)
}

/**
 * Puts the finished build in the place of the last one. Its one file is read at once, so no process needs the last one.
 * Of two processes that do this at the same time one may fail; the other one has built the same.
 */
async function replaceFolder(built: string, folder: string) {
  const old = `${built}.old`
  await rename(folder, old).catch(() => undefined)
  await rename(built, folder).catch(() => undefined)
  await rm(old, { recursive: true, force: true })
}

/** Builds in a process of its own, since a bundler takes much memory. */
export async function buildBundle({ folder, onStart }: { folder: string; onStart(): void }): Promise<void> {
  if (!canBuild(folder)) return
  onStart()
  const built = `${folder}.build-${process.pid}`
  try {
    await runProgram(built)
    await replaceFolder(built, folder)
  } finally {
    await rm(built, { recursive: true, force: true })
  }
}
