import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { errorCodesOf } from '@mailwright/contract/codes'
import { keyAccess, type RouteDeclaration } from '@mailwright/contract/route'
import { object, text } from '@mailwright/contract/schema'
import { fastify } from 'fastify'
import { describe, expect, it } from 'vitest'
import { missingAnswers, readAnswers, recordAnswers } from './error-coverage.ts'

const route: RouteDeclaration = {
  method: 'POST',
  path: '/planted',
  access: keyAccess('profile:write'),
  status: 200,
  title: { en: 'Planted', fr: 'Planté' },
  body: object({ name: text(1, 10) }),
  notFound: 'contacts.not_found',
}
const allSeen = () => new Set(errorCodesOf(route).map((code) => `POST /planted ${code}`))

describe('the error code coverage', () => {
  it('passes when every listed code was returned', () => {
    expect(missingAnswers([route], allSeen())).toEqual([])
  })

  it('reports a listed code that no test got', () => {
    const seen = allSeen()
    seen.delete('POST /planted contacts.not_found')
    expect(missingAnswers([route], seen)).toEqual(['POST /planted contacts.not_found'])
  })

  it('does not count the answer of another route', () => {
    const seen = allSeen()
    seen.delete('POST /planted auth.unauthenticated')
    seen.add('GET /planted auth.unauthenticated')
    expect(missingAnswers([route], seen)).toEqual(['POST /planted auth.unauthenticated'])
  })

  it('accepts an internal error on any route, but requires one', () => {
    const seen = allSeen()
    seen.delete('POST /planted internal.error')
    expect(missingAnswers([route], seen)).toEqual(['any route internal.error'])
    seen.add('GET /else internal.error')
    expect(missingAnswers([route], seen)).toEqual([])
  })

  it('is recorded from real server replies', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'mw-answers-'))
    const http = fastify()
    recordAnswers(http, folder)
    http.post('/planted', { config: { declaration: route } }, (_request, reply) =>
      reply.code(404).send(JSON.stringify({ code: 'contacts.not_found', message: 'x' })),
    )
    await http.inject({ method: 'POST', url: '/planted' })
    await http.inject({ method: 'POST', url: '/nowhere' })
    expect([...(await readAnswers(folder))]).toEqual(['POST /planted contacts.not_found'])
    await http.close()
    await rm(folder, { recursive: true })
  })
})
