import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import type { Body, RouteDeclaration } from '@mailwright/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fault } from '../errors/app-error.ts'

// A form with one file. It is read as a stream, so that an oversized one is rejected early; one that fits is passed on as
// a whole, like a JSON body.

/** A file as received: neither its name nor its type can be trusted. */
export type FilePart = { filename: string; mime: string; content: Buffer }

export type BodyOf<R> = R extends { bodyType: 'multipart/form-data' }
  ? Record<keyof Body<R>, FilePart>
  : Body<R>

const badRequest = (message: string) =>
  fault('request.bad_request', { details: { issues: [{ path: '', message }] } })
export const wrongType = (type: string) => badRequest(`The body must be sent as ${type}.`)
const tooLarge = () =>
  fault('request.payload_too_large', { details: { reason: 'FST_ERR_CTP_BODY_TOO_LARGE' } })

const headerLimits = { headerPairs: 20, headerSize: 8 * 1024 }

/** The parts of a form by name: exactly one file, in the part `name`, and nothing else. */
function readForm(stream: IncomingMessage, contentType: string, name: string, limit: number) {
  return new Promise<Record<string, FilePart>>((resolve, reject) => {
    let form: InstanceType<typeof Busboy>
    let found: FilePart | undefined
    let bytes = 0
    const fail = (error: Error) => {
      stream.unpipe(form)
      // The rest is discarded once the response is sent.
      stream.removeListener('data', count)
      reject(error)
    }
    const count = (chunk: Buffer) => {
      bytes += chunk.length
      if (bytes > limit) fail(tooLarge())
    }
    try {
      const headers = { 'content-type': contentType }
      form = new Busboy({
        headers,
        limits: { files: 1, fields: 0, parts: 1, fileSize: limit, ...headerLimits },
      })
    } catch {
      return reject(badRequest('The form has no valid boundary.'))
    }
    const onlyOne = () =>
      fail(badRequest(`The form must contain one file, in the part "${name}", and nothing else.`))
    form.on('file', (part, file, filename = '', _encoding, mime) => {
      if (part !== name) onlyOne()
      const chunks: Buffer[] = []
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      file.on('error', () => fail(badRequest('The form is incomplete.')))
      file.on('end', () => {
        found = { filename, mime, content: Buffer.concat(chunks) }
      })
    })
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) form.on(event, onlyOne)
    form.on('error', () => fail(badRequest('The form is malformed.')))
    form.on('finish', () => (found ? resolve({ [name]: found }) : onlyOne()))
    stream.on('error', fail)
    stream.on('data', count)
    stream.pipe(form)
  })
}

const declarationOf = (request: FastifyRequest): RouteDeclaration | undefined =>
  request.routeOptions.config.declaration

export const takesForm = (request: FastifyRequest) =>
  declarationOf(request)?.bodyType === 'multipart/form-data'

/** Forms are parsed for routes that declare one; elsewhere they are a body of the wrong type. */
export function addFormParser(server: FastifyInstance) {
  server.addContentTypeParser(
    'multipart/form-data',
    async (request: FastifyRequest, stream: IncomingMessage) => {
      if (!takesForm(request)) throw wrongType('application/json')
      const limit = request.routeOptions.bodyLimit
      if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge()
      const { body } = declarationOf(request) ?? {}
      const [name = ''] = Object.keys((body as { properties?: object } | undefined)?.properties ?? {})
      return readForm(stream, request.headers['content-type'] ?? '', name, limit)
    },
  )
}
