import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** Copies the programs to a temporary folder and renames it, so that a copy is complete or absent. */
export function copyRuntime(from: string, to: string): void {
  const home = dirname(to)
  if (mkdirSync(home, { recursive: true })) chmodSync(home, 0o755)
  const unfinished = `${to}.${process.pid}`
  rmSync(unfinished, { recursive: true, force: true })
  // Verbatim: Node would otherwise turn the links among the libraries into links back to `from`.
  cpSync(join(from, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
  openToAll(unfinished)
  // Without this a power cut could leave empty files under the final name.
  spawnSync('sync', process.platform === 'linux' ? ['-f', unfinished] : [])
  rmSync(to, { recursive: true, force: true })
  renameSync(unfinished, to)
  removeOlder(home, basename(to))
}

/** With umask 077, npm makes everything inaccessible to other accounts; the programs are not secret. */
function openToAll(root: string): void {
  chmodSync(root, 0o755)
  for (const entry of readdirSync(root, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) chmodSync(path, 0o755)
    else if (entry.isFile()) chmodSync(path, basename(entry.parentPath) === 'bin' ? 0o755 : 0o644)
  }
}

/** Only next to the data, where this process holds the lock; /var/cache may serve another installation. */
function removeOlder(home: string, current: string): void {
  if (home.startsWith('/var/cache/')) return
  for (const name of readdirSync(home)) {
    if (!name.startsWith('postgres-runtime-') || name === current) continue
    rmSync(join(home, name), { recursive: true, force: true })
  }
}
