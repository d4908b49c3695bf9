import { spawnSync } from 'node:child_process'
import { expect, it } from 'vitest'

it('a hostile value stays inside one line and cannot control a terminal', () => {
  const script = `
    const { createLog } = await import(${JSON.stringify(new URL('./log.ts', import.meta.url).href)})
    const value = 'a\\r\\n{"level":60,"msg":"forged"}\\u001b[2J\\u0000'
    createLog('info').info({ value, err: new Error(value) }, value)`
  const { stderr, status } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  })
  expect(status, stderr).toBe(0)
  const lines = stderr.trimEnd().split('\n')
  expect(lines).toHaveLength(1)
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 30, msg: expect.stringContaining('forged') })
  expect(stderr.trimEnd()).not.toMatch(/\p{Cc}/u)
})
