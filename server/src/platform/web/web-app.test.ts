import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type TestServer, testServer } from '#test/server'
import { readWebFiles } from './web-files.ts'

let server: TestServer
let folder: string
const page = '<!doctype html><html lang="en" data-theme="classic" data-mode="system"><body>app</body></html>'
const script = `console.log("${'x'.repeat(500)}")`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mw-web-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), page)
  await writeFile(join(folder, 'mail-frame.html'), '<!doctype html>')
  await writeFile(join(folder, 'assets/app-1.js'), script)
  await writeFile(join(folder, 'assets/app-1.js.br'), brotliCompressSync(script))
  await writeFile(join(folder, 'assets/studio-page-1.js'), 'import{a}from"./shared-1.js";import"./app-1.js"')
  await writeFile(join(folder, 'assets/studio-page-1.css'), '')
  await writeFile(join(folder, 'assets/shared-1.js'), 'import"./studio-page-1.js"')
  const web = { files: await readWebFiles(folder), imageOrigins: ['https://logo.example'] }
  server = await testServer({}, { web })
})
afterAll(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const get = (path: string, headers: Record<string, string> = {}) => fetch(server.url + path, { headers })
const html = { accept: 'text/html,*/*' }

it('answers every address of the app with its page, under a policy without inline scripts', async () => {
  for (const path of ['/', '/mail/inbox/01', '/sign-in', '/setup?token=x']) {
    const response = await get(path, html)
    expect([response.status, await response.text()]).toEqual([200, page])
    const policy = response.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self';")
    expect(policy).toContain("img-src 'self' data: blob: https://logo.example")
    expect(policy).not.toContain('unsafe')
    expect(response.headers.get('x-frame-options')).toBe('DENY')
  }
})

it('names the files of the studio in a header, so that they are loaded with the first ones', async () => {
  const link = async (path: string) => (await get(path, html)).headers.get('link')
  expect((await link('/workflows/01a1?step=x'))?.split(', ')).toEqual([
    '</assets/studio-page-1.js>; rel="modulepreload"',
    '</assets/shared-1.js>; rel="modulepreload"',
    '</assets/app-1.js>; rel="modulepreload"',
    '</assets/studio-page-1.css>; rel="preload"; as="style"; crossorigin',
  ])
  for (const path of ['/', '/workflows', '/workflows/01a1/versions', '/mail/workflows/01a1'])
    expect(await link(path)).toBeNull()
})

it('serves the page in the look of the cookie, and ignores a cookie with anything else', async () => {
  const tag = async (headers: Record<string, string>) =>
    /<html [^>]*>/.exec(await (await get('/', { ...html, ...headers })).text())?.[0]
  expect(await tag({ cookie: 'mailwright_look=atelier.dark.fr' })).toBe(
    '<html lang="fr" data-theme="atelier" data-mode="dark">',
  )
  expect(await tag({ cookie: 'mailwright_look=x"><script>.dark.fr' })).toBe(
    '<html lang="en" data-theme="classic" data-mode="system">',
  )
  expect(await tag({ 'accept-language': 'fr-CH' })).toBe(
    '<html lang="fr" data-theme="classic" data-mode="system">',
  )
})

it('serves the root to whoever asks, also without asking for HTML', async () => {
  for (const path of ['/', '/?utm_source=mail']) {
    const response = await get(path, { accept: '*/*' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  }
  expect((await get('/mail', { accept: '*/*' })).status).toBe(404)
})

it('answers programs as before: unknown paths are errors, not pages', async () => {
  for (const [path, headers] of [
    ['/api/v1/nothing', html],
    ['/hooks/nothing/x', html],
    ['/assets/gone.js', html],
    ['/nothing', { accept: 'application/json' }],
  ] as const) {
    const response = await get(path, headers)
    expect([path, response.status, ((await response.json()) as { code: string }).code]).toEqual([
      path,
      404,
      'request.not_found',
    ])
  }
  const posted = await fetch(`${server.url}/mail`, { method: 'POST', headers: html })
  expect(posted.status).toBe(404)
})

it('serves assets compressed and for ever, and other files anew when they change', async () => {
  const asset = await get('/assets/app-1.js', { 'accept-encoding': 'br, gzip' })
  expect(await asset.text()).toBe(script)
  expect(asset.headers.get('content-encoding')).toBe('br')
  expect(asset.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  const plain = await get('/assets/app-1.js', { 'accept-encoding': 'identity' })
  expect([plain.headers.get('content-encoding'), await plain.text()]).toEqual([null, script])
  const frame = await get('/mail-frame.html')
  expect(frame.headers.get('cache-control')).toBe('private, max-age=3600')
  const again = await get('/mail-frame.html', { 'if-none-match': frame.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})

it('lets only our own pages frame the document of a mail, which may run and load nothing', async () => {
  const { headers } = await get('/mail-frame.html')
  expect(headers.get('x-frame-options')).toBe('SAMEORIGIN')
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(/^default-src 'none';/)
  expect(policy).not.toContain('script-src')
  expect(policy).toContain("frame-ancestors 'self'")
})
