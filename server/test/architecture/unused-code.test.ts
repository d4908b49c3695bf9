import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { root } from './modules.ts'

/** Runs the check for unused code, with the configuration of this repository, on a project of these files. */
function checkProject(files: Record<string, string>) {
  const folder = mkdtempSync(join(tmpdir(), 'mw-unused-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
  const knip = join(root, 'node_modules/.bin/knip')
  const args = ['--directory', folder, '--config', join(root, 'knip.jsonc'), '--reporter', 'compact']
  const { status, stdout, stderr } = spawnSync(knip, args, { encoding: 'utf8' })
  return { status, output: stdout + stderr }
}

const project = {
  'package.json': JSON.stringify({
    name: 'planted',
    private: true,
    workspaces: ['contract', 'server'],
    scripts: { start: 'node server/src/main.ts' },
  }),
  'contract/package.json': JSON.stringify({ name: 'contract', exports: { './*': './src/*.ts' } }),
  'server/package.json': JSON.stringify({ name: 'server' }),
  'server/src/main.ts': "import { used } from './used.ts'\nconsole.log(used)\n",
  'server/src/used.ts': 'export const used = 1\n',
}

it('accepts a project without unused code', () => {
  const { status, output } = checkProject(project)
  expect([status, output.trim()]).toEqual([0, ''])
})

it('reports unused files, exports, types and dependencies', () => {
  const { status, output } = checkProject({
    ...project,
    'contract/src/expressions/parse.ts': 'export const plantedInternal = 1\nconsole.log(plantedInternal)\n',
    'server/package.json': JSON.stringify({ name: 'server', dependencies: { 'planted-package': '1.0.0' } }),
    'server/src/used.ts':
      'export const used = 1\nexport const plantedExport = 2\nexport type PlantedType = 3\n',
    'server/src/planted-file.ts': 'export const other = 1\n',
  })
  expect(status).not.toBe(0)
  const planted = ['plantedInternal', 'planted-package', 'plantedExport', 'PlantedType', 'planted-file.ts']
  expect(planted.filter((name) => !output.includes(name))).toEqual([])
})
