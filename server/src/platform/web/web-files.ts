import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
}

export type WebFile = {
  type: string
  etag: string
  content(): Buffer
  /** The same, compressed by the build. */
  compressed: { encoding: 'br' | 'gzip'; content: Buffer }[]
}
/** The files of the built web app by path: `/index.html`, `/assets/…`. */
export type WebFiles = ReadonlyMap<string, WebFile>

// On its own: a function made beside the content would keep it.
const unpacked = (gzip: Buffer) => () => gunzipSync(gzip)

/**
 * Reads the whole build, so that serving touches no disk. What is there compressed is kept only so, about three
 * megabytes: nearly every browser asks for that.
 */
export async function readWebFiles(folder: string): Promise<WebFiles> {
  const names = (await readdir(folder, { recursive: true })).filter((name) => extname(name) in types)
  const files = names.map(async (name): Promise<[string, WebFile]> => {
    const content = await readFile(join(folder, name))
    const variants = (
      [
        ['br', 'br'],
        ['gzip', 'gz'],
      ] as const
    ).map(async ([encoding, suffix]) => {
      const found = await readFile(join(folder, `${name}.${suffix}`)).catch(() => undefined)
      return found && found.length < content.length ? [{ encoding, content: found }] : []
    })
    const etag = `"${createHash('sha256').update(content).digest('base64url').slice(0, 22)}"`
    const compressed = (await Promise.all(variants)).flat()
    const gzip = compressed.find(({ encoding }) => encoding === 'gzip')
    const whole = gzip ? unpacked(gzip.content) : () => content
    return [`/${name}`, { type: types[extname(name)] ?? '', etag, content: whole, compressed }]
  })
  return new Map(await Promise.all(files))
}
