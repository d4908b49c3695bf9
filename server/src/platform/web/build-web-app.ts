import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { compareSources, readSourceState, type SourceState } from '../build/source-state.ts'
import { listWebSources } from './web-sources.ts'

const root = fileURLToPath(new URL('../../../../', import.meta.url))
const web = join(root, 'web')
export const distFolder = join(web, 'dist')
const stampFile = join(distFolder, '.stamp')

/** The build tool; undefined in an installation without development packages. */
function findVite(): string | undefined {
  try {
    return join(dirname(createRequire(join(web, 'package.json')).resolve('vite/package.json')), 'bin/vite.js')
  } catch {
    return undefined
  }
}

async function runVite(vite: string, folder: string) {
  const args = [vite, 'build', web, '--configLoader', 'native', '--outDir', folder, '--logLevel', 'warn']
  const child = spawn(process.execPath, args, { cwd: web, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`the web app could not be built: ${output.trim()}`)
}

async function readStamp(): Promise<SourceState | undefined> {
  try {
    return JSON.parse(await readFile(stampFile, 'utf8'))
  } catch {
    return undefined
  }
}

/** Whether the last build was made of the sources as they are now. */
async function isCurrent(paths: string[]): Promise<boolean> {
  const stamp = await readStamp()
  const { same, touched } = stamp ? compareSources(root, paths, stamp) : { same: false }
  // In a folder that cannot be written the contents are compared again next time.
  if (touched) await writeFile(stampFile, JSON.stringify(touched)).catch(() => undefined)
  return same
}

/** Puts the finished build in the place of the last one. */
async function replaceDist(folder: string, stamp: SourceState) {
  await writeFile(join(folder, '.stamp'), JSON.stringify(stamp))
  const old = `${folder}.old`
  await rename(distFolder, old).catch(() => undefined)
  await rename(folder, distFolder)
  await rm(old, { recursive: true, force: true })
}

/**
 * Builds the web app if its sources have changed since the last build, in a process of its own. Without build tools,
 * what is built already is taken as it is.
 */
export async function buildWebApp({ onStart }: { onStart(): void }): Promise<void> {
  const vite = findVite()
  const paths = listWebSources(root)
  if (!vite || !paths || (await isCurrent(paths))) return
  onStart()
  const stamp = readSourceState(root, paths)
  const folder = join(web, `.build-${process.pid}`)
  try {
    await runVite(vite, folder)
    await replaceDist(folder, stamp)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
