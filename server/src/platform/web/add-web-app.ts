import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { dressPage, readLook } from './look.ts'
import { notBuiltPage } from './not-built-page.ts'
import { appPolicy, mailFramePolicy } from './policies.ts'
import { readPreloads } from './preloads.ts'
import type { WebFile, WebFiles } from './web-files.ts'

export type WebApp = {
  files: WebFiles
  /** Other servers that pictures of the brand come from. */
  imageOrigins: readonly string[]
}

const accepts = ({ headers }: FastifyRequest, encoding: string) =>
  new RegExp(`\\b${encoding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(
    String(headers['accept-encoding'] ?? ''),
  )

function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile, cacheControl: string) {
  reply.headers({ 'Content-Type': file.type, 'Cache-Control': cacheControl, ETag: file.etag })
  if (request.headers['if-none-match'] === file.etag) return reply.code(304).send()
  const variant = file.compressed.find(({ encoding }) => accepts(request, encoding))
  if (file.compressed.length > 0) reply.header('Vary', 'Accept-Encoding')
  if (variant) reply.header('Content-Encoding', variant.encoding)
  return reply.send(variant?.content ?? file.content())
}

// The name of an asset contains a hash of its content.
const forever = 'public, max-age=31536000, immutable'

const framePath = '/mail-frame.html'
// Every mail that is opened loads the frame, and every address the icon; each would be asked for again.
const someTime = 'private, max-age=3600'
const lifetimeOf = (path: string) => (path.startsWith('/assets/') ? forever : someTime)

/** One route for all of them: a route for each would take a twentieth of a second at every start. */
const addAssets = (http: FastifyInstance, files: WebFiles) =>
  http.get<{ Params: { '*': string } }>('/assets/*', async (request, reply) => {
    const path = `/assets/${request.params['*']}`
    const file = files.get(path)
    return file ? sendFile(request, reply, file, lifetimeOf(path)) : reply.callNotFound()
  })

function addFile(http: FastifyInstance, path: string, file: WebFile) {
  http.get(path, async (request, reply) => {
    if (path === framePath)
      reply.headers({ 'Content-Security-Policy': mailFramePolicy, 'X-Frame-Options': 'SAMEORIGIN' })
    return sendFile(request, reply, file, lifetimeOf(path))
  })
}

/** Paths that belong to programs: an unknown one is an error there, never a page. */
const programPaths = /^\/(api|hooks|assets|docs|healthz|readyz|metrics)(\/|$|\?)/

const isRoot = (url: string) => url === '/' || url.startsWith('/?')

/** The root is a page for everybody: curl, monitors and link previews accept anything. */
const wantsPage = ({ method, url, headers }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') &&
  !programPaths.test(url) &&
  (isRoot(url) || /\btext\/html\b/i.test(headers.accept ?? ''))

/** Serves the files of the app. Returns what answers a request for an address inside of the app with its page. */
export function addWebApp(http: FastifyInstance, { files, imageOrigins }: WebApp) {
  addAssets(http, files)
  for (const [path, file] of files)
    if (path !== '/index.html' && !path.startsWith('/assets/')) addFile(http, path, file)
  const index = files.get('/index.html')?.content().toString()
  const policy = appPolicy(imageOrigins)
  const linkFor = readPreloads(files, index ?? '')
  return (request: FastifyRequest, reply: FastifyReply): boolean => {
    if (!wantsPage(request)) return false
    const look = readLook(request.headers)
    const link = linkFor(request.url)
    if (link) reply.header('Link', link)
    reply
      .headers({ 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy })
      .headers({ 'Cache-Control': 'no-cache', Vary: 'Cookie, Accept-Language' })
      .code(index ? 200 : 503)
      .send(index ? dressPage(index, look) : notBuiltPage(look.locale))
    return true
  }
}
