// `npm run check`: runs every step and lists those that failed.
import { spawnSync } from 'node:child_process'

const steps: [title: string, command: string, ...args: string[]][] = [
  ['lint and format', 'biome', 'ci', '--error-on-warnings', '.'],
  ['types', 'tsc', '-p', '.'],
  ['unused code', 'knip', '--no-progress'],
  ['types of the contract, without Node', 'tsc', '-p', 'contract'],
  ['types of the web app', 'tsc', '-p', 'web'],
  ['import rules', 'vitest', 'run', '--config', 'vitest.static.config.ts'],
  ['generated files', 'node', 'scripts/generate.ts', '--check'],
]

const failed = steps.filter(([title, command, ...args]) => {
  console.log(`== ${title}`)
  return spawnSync(command, args, { stdio: 'inherit' }).status !== 0
})
if (failed.length > 0) {
  console.error(`\nfailed: ${failed.map(([title]) => title).join(', ')}`)
  process.exitCode = 1
} else console.log('\nall checks passed')
