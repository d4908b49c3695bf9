import type { IncomingMessage } from 'node:http'
import { Busboy } from '@fastify/busboy'
import type { Body, RouteDeclaration } from '@mailwright/contract/route'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { fault } from '../errors/app-error.ts'

// A form that carries one file. It is read as a stream, so that one that is too large is refused as soon as that
// shows; what fits is handed over whole, as a JSON body is.

/** A file as it came: neither its name nor its type is to be believed. */
export type FilePart = { filename: string; mime: string; content: Buffer }

export type BodyOf<R> = R extends { bodyType: 'multipart/form-data' }
  ? Record<keyof Body<R>, FilePart>
  : Body<R>

const refuse = (message: string) =>
  fault('request.bad_request', { details: { issues: [{ path: '', message }] } })
export const wrongType = (type: string) => refuse(`The body must be sent as ${type}.`)
const tooLarge = () =>
  fault('request.payload_too_large', { details: { reason: 'FST_ERR_CTP_BODY_TOO_LARGE' } })

const fewHeaders = { headerPairs: 20, headerSize: 8 * 1024 }

/** The parts of a form by their names: exactly one file, named `name`, and nothing else. */
function readForm(stream: IncomingMessage, contentType: string, name: string, limit: number) {
  return new Promise<Record<string, FilePart>>((resolve, reject) => {
    let form: InstanceType<typeof Busboy>
    let found: FilePart | undefined
    let bytes = 0
    const fail = (error: Error) => {
      stream.unpipe(form)
      // What is left is thrown away once the answer has left.
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
        limits: { files: 1, fields: 0, parts: 1, fileSize: limit, ...fewHeaders },
      })
    } catch {
      return reject(refuse('The form has no boundary that can be read.'))
    }
    const onlyOne = () =>
      fail(refuse(`The form must hold one file, in the part "${name}", and nothing else.`))
    form.on('file', (part, file, filename = '', _encoding, mime) => {
      if (part !== name) onlyOne()
      const chunks: Buffer[] = []
      file.on('data', (chunk: Buffer) => chunks.push(chunk))
      file.on('error', () => fail(refuse('The form ends too early.')))
      file.on('end', () => {
        found = { filename, mime, content: Buffer.concat(chunks) }
      })
    })
    for (const event of ['partsLimit', 'filesLimit', 'fieldsLimit'] as const) form.on(event, onlyOne)
    form.on('error', () => fail(refuse('The form cannot be read.')))
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

/** Forms are read where a route declares one; elsewhere they are a body of the wrong type like any other. */
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
