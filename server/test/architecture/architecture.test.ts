import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { allModules, moduleOf, root } from './modules.ts'
import { importRules, sliceImportRule, transactionRules } from './rules.ts'
import { findCycles, noCycles, noLiteralSpreads, smallFiles } from './structure.ts'
import { schemaFaults, type TableOwners, tableRules } from './table-owners.ts'
import { contractRule, featureRule, layerRule } from './web-rules.ts'

const slices = JSON.parse(readFileSync(join(root, 'server/src/slices/slices.json'), 'utf8')) as Record<
  string,
  string[]
>
const owners = JSON.parse(
  readFileSync(join(root, 'server/src/slices/table-owners.json'), 'utf8'),
) as TableOwners
const features = JSON.parse(readFileSync(join(root, 'web/features.json'), 'utf8')) as Record<string, string[]>
const schema = readFileSync(join(root, 'docs/generated/schema.sql'), 'utf8')
const rules = [
  ...importRules,
  ...transactionRules,
  sliceImportRule(slices),
  ...tableRules(owners),
  layerRule,
  contractRule,
  featureRule(features),
  noCycles,
  smallFiles,
  noLiteralSpreads,
]
const modules = allModules()

describe('the code base', () => {
  it('is read completely', () => {
    expect(modules.length).toBeGreaterThan(80)
  })
  it.each(rules)('follows the rule: $name', (rule) => {
    expect(rule.check(modules)).toEqual([])
  })
  it('has no circular slice dependencies', () => {
    expect(findCycles(new Map(Object.entries(slices)))).toEqual([])
  })
  it('has no circular dependencies between features of the web app', () => {
    expect(findCycles(new Map(Object.entries(features)))).toEqual([])
  })
  it('lists an owner for every table, view and function of the schema', () => {
    expect(schemaFaults(owners, schema)).toEqual([])
  })
})

// Proves that every rule can fail.
const planted: Record<string, [path: string, text: string][]> = {
  'contract imports nothing else': [
    ['contract/src/a.ts', "import { x } from '../../server/src/platform/x.ts'"],
  ],
  'platform imports contract': [['server/src/platform/a.ts', "import { x } from '../slices/auth/index.ts'"]],
  'protocols import platform, not its database': [
    ['server/src/protocols/imap/a.ts', "import type { Db } from '../../platform/db/database.ts'"],
  ],
  'the engine imports the workflow graph and platform': [
    ['server/src/engine/a.ts', "import { x } from '../nodes/set.ts'"],
  ],
  'nodes import define-node, platform/text and contract': [
    ['server/src/nodes/a.ts', "import { x } from '../platform/db/sql.ts'"],
  ],
  'web imports contract only': [['web/src/a.ts', "import { x } from '../../server/src/app.ts'"]],
  'web imports downwards: app, features, api, ui, lib': [
    ['web/src/ui/a.tsx', "import { x } from '../features/auth/index.ts'"],
  ],
  'web takes types from the contract; values from its live events, and in the studio from its expressions': [
    ['web/src/api/a.ts', "import { api } from '@mailwright/contract'"],
  ],
  'web features import the index of others as listed in features.json': [
    ['web/src/features/account/a.ts', "import { x } from '../messages/index.ts'"],
  ],
  'slices import contract, platform, protocols, public entries': [
    ['server/src/slices/auth/a.ts', "import {\n  x,\n} from '../members/members.store.ts'"],
  ],
  'composition imports contract, platform, protocols, public entries': [
    ['server/src/composition/a.ts', "import { x } from '../slices/auth/auth.store.ts'"],
  ],
  'only the process entry imports composition': [
    ['server/src/version.ts', "import { x } from './composition/app.ts'"],
  ],
  'the environment is read in platform/config only': [['server/src/slices/auth/a.ts', 'process.env.HOME']],
  'SQL is used in stores only': [['server/src/slices/auth/a.ts', 'db.row(sql`select 1`)']],
  'outbound calls are made in protocols and platform/outbound only': [
    ['server/src/slices/auth/a.ts', "await fetch('http://x')"],
  ],
  'whatever opens connections checks that no transaction is open': [
    ['server/src/protocols/ldap/a.ts', "import { connect } from 'node:net'"],
  ],
  'connections of a pool are checked out in platform/db and by the job queue only': [
    ['server/src/slices/auth/a.store.ts', 'const client = await pool.connect()'],
  ],
  'slices import others as listed in slices.json': [
    ['server/src/slices/audit/a.ts', "export { x } from '../auth/index.ts'"],
  ],
  'a table is written by its owner alone': [
    ['server/src/slices/messages/a.store.ts', 'db.run(sql`update mailboxes set epoch = 0`)'],
  ],
  'a table is read by its owner, others read its views': [
    ['server/src/slices/executions/a.store.ts', 'db.rows(sql`select e.id from executions e, processes p`)'],
  ],
  'no cycles': [
    ['server/src/a.ts', "import './b.ts'"],
    ['server/src/b.ts', "const a = await import('./a.ts')"],
  ],
  'no file over 400 lines': [['server/src/a.ts', '\n'.repeat(401)]],
  // Split in two, so that the rule does not match this file.
  'no literal is spread into another': [['server/src/a.ts', `const a = { ..${'.'}{ nmae: 1 } }`]],
}

describe('a planted violation', () => {
  it.each(rules)('is found: $name', (rule) => {
    const files = planted[rule.name] ?? []
    expect(rule.check(files.map(([path, text]) => moduleOf(path, text)))).not.toEqual([])
  })
})
