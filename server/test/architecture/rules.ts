import type { Module } from './modules.ts'

// The import rules of docs/architecture.md as code. Each returns one sentence for each violation.

export type Rule = { name: string; check(modules: Module[]): string[] }

const isTest = (path: string) =>
  /\.test\.ts$|\/fixtures\//.test(path) || !/^(contract|server|web|e2e)\/src\//.test(path)
export const product = (modules: Module[]) => modules.filter((m) => !isTest(m.path))
const within = (prefix: string) => (path: string) => path.startsWith(prefix)
const isFile = (target: string) => /^(contract|server|web|e2e|bench|scripts)\//.test(target)
export const sliceOf = (path: string) => /^server\/src\/slices\/([^/]+)\//.exec(path)?.[1]

/** Files below `from` may import only those of our own files that `allowed` accepts. */
const mayImport = (name: string, from: string, allowed: (target: string, path: string) => boolean): Rule => ({
  name,
  check: (modules) =>
    product(modules)
      .filter((m) => within(from)(m.path))
      .flatMap(({ path, imports }) =>
        imports
          .filter((target) => isFile(target) && !allowed(target, path))
          .map((target) => `${path} imports ${target}`),
      ),
})

/** Only files that `where` accepts may match the pattern. */
const onlyIn = (name: string, pattern: RegExp, where: (path: string) => boolean): Rule => ({
  name,
  check: (modules) =>
    product(modules)
      .filter((m) => !where(m.path) && pattern.test(m.text))
      .map(({ path }) => `${path} contains ${pattern.source}`),
})

const contract = within('contract/src/')
const platform = within('server/src/platform/')
const protocols = within('server/src/protocols/')
const engine = within('server/src/engine/')
const composition = within('server/src/composition/')
const isPublicEntry = (target: string) =>
  /^server\/src\/(engine|nodes|slices\/[^/]+)\/index\.ts$/.test(target)
const isProcessEntry = (path: string) => path === 'server/src/main.js' || path === 'server/src/run.ts'

export const importRules: Rule[] = [
  mayImport('contract imports nothing else', 'contract/src/', contract),
  mayImport('platform imports contract', 'server/src/platform/', (t) => contract(t) || platform(t)),
  mayImport(
    'protocols import platform, not its database',
    'server/src/protocols/',
    (t) => contract(t) || protocols(t) || (platform(t) && !within('server/src/platform/db/')(t)),
  ),
  mayImport(
    'the engine imports the workflow graph and platform',
    'server/src/engine/',
    (t) => within('contract/src/workflow-graph/')(t) || platform(t) || engine(t),
  ),
  mayImport(
    'nodes import define-node, platform/text and contract',
    'server/src/nodes/',
    (t) =>
      contract(t) ||
      within('server/src/nodes/')(t) ||
      within('server/src/platform/text/')(t) ||
      t === 'server/src/engine/define-node.ts',
  ),
  mayImport('web imports contract only', 'web/src/', (t) => contract(t) || within('web/src/')(t)),
  mayImport(
    'slices import contract, platform, protocols, public entries',
    'server/src/slices/',
    (t, path) =>
      contract(t) ||
      platform(t) ||
      protocols(t) ||
      t === 'server/src/engine/index.ts' ||
      sliceOf(t) === sliceOf(path) ||
      /^server\/src\/slices\/[^/]+\/index\.ts$/.test(t),
  ),
  mayImport(
    'composition imports contract, platform, protocols, public entries',
    'server/src/composition/',
    (t) =>
      contract(t) ||
      platform(t) ||
      protocols(t) ||
      composition(t) ||
      isPublicEntry(t) ||
      t === 'server/src/version.ts',
  ),
  mayImport(
    'only the process entry imports composition',
    'server/src/',
    (t, path) => !composition(t) || composition(path) || isProcessEntry(path),
  ),
  onlyIn(
    'the environment is read in platform/config only',
    /process\.env\b/,
    within('server/src/platform/config/'),
  ),
  onlyIn(
    'SQL is used in stores only',
    /\bsql`|\.query\(/,
    (path) =>
      /\.store\.ts$/.test(path) ||
      within('server/src/platform/db/')(path) ||
      // Passes on the job library's own statements.
      path === 'server/src/platform/jobs/gateway.ts',
  ),
  onlyIn(
    'outbound calls are made in protocols and platform/outbound only',
    /(?<![\w.])fetch\(|from 'undici'|^import (?!type).*from 'node:(net|tls|https|dgram)'/m,
    (path) =>
      protocols(path) ||
      within('server/src/platform/outbound/')(path) ||
      within('server/src/platform/db/embedded/')(path) ||
      within('web/src/')(path),
  ),
]

/** What opens connections, or is the only one to call a file that does. */
const opensConnections = /^import (?!type).*from '(node:(net|tls|dns|dgram|https)|undici|imapflow)'/m
const checkedByCallers = new Set([
  // Secures a connection that connect.ts has opened.
  'server/src/platform/outbound/secure.ts',
  // Called by outbound.ts and connect.ts.
  'server/src/platform/outbound/resolve.ts',
  // Only reads addresses.
  'server/src/platform/outbound/read-host.ts',
  // Called by connect.ts of the same folder.
  'server/src/protocols/imap/wire.ts',
])

export const transactionRules: Rule[] = [
  {
    name: 'whatever opens connections checks that no transaction is open',
    check: (modules) =>
      product(modules)
        .filter(({ path }) => protocols(path) || within('server/src/platform/outbound/')(path))
        .filter(({ path, text }) => opensConnections.test(text) && !checkedByCallers.has(path))
        .filter(({ text }) => !text.includes('assertNoTransaction('))
        .map(({ path }) => `${path} opens connections without assertNoTransaction`),
  },
  // A transaction marks the connection that it holds; one that is checked out elsewhere would not be noticed.
  onlyIn(
    'connections of a pool are checked out in platform/db and by the job queue only',
    /\bpool\.connect\(|new pg\.(Pool|Client)\(/,
    (path) => within('server/src/platform/db/')(path) || within('server/src/platform/jobs/')(path),
  ),
]

export const sliceImportRule = (allowed: Record<string, string[]>): Rule => ({
  name: 'slices import others as listed in slices.json',
  check: (modules) =>
    product(modules).flatMap(({ path, imports }) => {
      const from = sliceOf(path)
      if (!from) return []
      if (!allowed[from]) return [`${from} is not listed in slices.json`]
      const foreign = imports.map(sliceOf).filter((to) => to !== undefined && to !== from)
      return [...new Set(foreign)]
        .filter((to) => !allowed[from]?.includes(to ?? ''))
        .map((to) => `${path} imports ${to}, which slices.json does not allow`)
    }),
})
