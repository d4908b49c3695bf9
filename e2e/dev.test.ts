import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { waitUntil } from '../server/src/platform/db/embedded/processes.ts'
import { createMember, type TestMember } from '../server/test/factories.ts'
import { describeWithBrowser } from './support/browser.ts'
import { leave, openProduct, type Product } from './support/product.ts'

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

describeWithBrowser('npm run dev', () => {
  let product: Product
  let ada: TestMember
  let vite: ChildProcess
  let url: string
  beforeAll(async () => {
    product = await openProduct({ MAILWRIGHT_ROLES: 'api' })
    ada = await createMember(product.server, { role: 'admin' })
    const port = await freePort()
    url = `http://127.0.0.1:${port}`
    vite = spawn('npm', ['run', 'dev', '--', '--host', '127.0.0.1', '--port', String(port)], {
      env: { ...process.env, NODE_ENV: 'development', MAILWRIGHT_SERVICE: product.server.url },
      stdio: ['ignore', 'pipe', 'pipe'],
      // Its own group: npm starts npm, which starts Vite.
      detached: true,
    })
    let output = ''
    const read = (chunk: Buffer) => {
      output += chunk
    }
    vite.stdout?.on('data', read)
    vite.stderr?.on('data', read)
    const isServing = async () => {
      if (vite.exitCode !== null) throw new Error(`it exited with ${vite.exitCode}: ${output}`)
      return (await fetch(url).catch(() => undefined))?.ok
    }
    expect(await waitUntil(async () => (await isServing()) === true, 120_000)).toBe(true)
  })
  afterAll(async () => {
    if (vite?.pid && vite.exitCode === null) process.kill(-vite.pid)
    await product?.close()
  })

  it('shows the sources against a running service, with its live events', async () => {
    const visit = await product.visit(ada, { baseURL: url })
    const { page } = visit
    await page.goto('/tables')
    await page.getByText('No tables yet').waitFor()
    // Several, since the first may be made before the channel is open.
    let count = 0
    const shown = async () => {
      const body = { name: `Lamps ${++count}`, keyUnique: false, columns: [{ label: 'Nr', type: 'number' }] }
      await ada.session('POST', '/api/v1/tables', { body })
      return page.getByText('Lamps').count()
    }
    await expect.poll(shown, { timeout: 30_000, interval: 1000 }).toBeGreaterThan(0)
    await leave(visit)
  })

  it('shows mail in the frame of the service, with its policy', async () => {
    const frame = await fetch(`${url}/mail-frame.html`)
    expect(frame.headers.get('content-security-policy')).toContain("default-src 'none'")
    expect(await frame.text()).not.toContain('<script')
  })
})
