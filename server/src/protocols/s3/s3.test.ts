import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createOutbound, type Outbound } from '../../platform/outbound/outbound.ts'
import { type ScriptedS3, s3Account, startScriptedS3 } from './fixtures/scripted-s3.ts'
import { signatureFault } from './fixtures/verify-signature.ts'
import { createS3, type S3 } from './s3.ts'
import { type S3Request, signRequest } from './sign-request.ts'

// The examples of "Authenticating Requests: Using the Authorization Header (AWS Signature Version 4)".
const published = {
  account: { ...s3Account, region: 'us-east-1' },
  at: new Date('2013-05-24T00:00:00Z'),
  host: 'https://examplebucket.s3.amazonaws.com',
}
const examples: [string, S3Request, string][] = [
  [
    'GET object',
    { method: 'GET', url: new URL(`${published.host}/test.txt`), headers: { range: 'bytes=0-9' } },
    'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
  ],
  [
    'PUT object',
    {
      method: 'PUT',
      url: new URL(`${published.host}/test%24file.text`),
      headers: { date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' },
      body: Buffer.from('Welcome to Amazon S3.'),
    },
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  ],
  [
    'GET bucket lifecycle',
    { method: 'GET', url: new URL(`${published.host}/?lifecycle`) },
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  ],
  [
    'GET bucket (list objects)',
    { method: 'GET', url: new URL(`${published.host}/?max-keys=2&prefix=J`) },
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  ],
]

describe('signRequest', () => {
  it.each(examples)('matches the published signature for %s', async (_name, request, signature) => {
    const headers = await signRequest(published.account, request, published.at)
    expect(headers.get('authorization')).toMatch(new RegExp(`Signature=${signature}$`))
    const seen = {
      method: request.method,
      target: `${request.url.pathname}${request.url.search}`,
      headers: { host: request.url.host, ...Object.fromEntries(headers) },
      body: Buffer.from(request.body ?? ''),
    }
    const { secretKey, accessKey } = published.account
    expect(signatureFault(seen, secretKey, accessKey)).toBeUndefined()
    expect(signatureFault({ ...seen, target: '/other' }, secretKey, accessKey)).toBe('SignatureDoesNotMatch')
    expect(signatureFault(seen, 'other', accessKey)).toBe('SignatureDoesNotMatch')
    expect(signatureFault({ ...seen, body: Buffer.from('x') }, secretKey, accessKey)).toBe(
      'XAmzContentSHA256Mismatch',
    )
  })
})

describe('the object store', () => {
  let peer: ScriptedS3
  let outbound: Outbound
  let s3: S3
  beforeAll(async () => {
    peer = await startScriptedS3()
    outbound = createOutbound({ purpose: 's3', allow: [`127.0.0.1:${peer.port}`] })
  })
  afterAll(async () => {
    await outbound.close()
    await peer.close()
  })
  const open = (more: object = {}) =>
    createS3({ ...s3Account, endpoint: peer.endpoint, fetch: outbound.fetch, pauseMs: 1, ...more })
  beforeEach(() => {
    s3 = open()
    peer.log.length = 0
    peer.faults.length = 0
  })

  it('stores, returns and removes objects with any key and content', async () => {
    for (const key of ['plain', 'folder/name', "odd $+&=@:,' é 😀", 'a%2Fb']) {
      const bytes = randomBytes(2000)
      await s3.put(key, bytes)
      expect(await s3.get(key), key).toEqual(bytes)
      await s3.remove(key)
      expect(await s3.get(key)).toBeUndefined()
    }
    await s3.put('empty', Buffer.alloc(0))
    expect(await s3.get('empty')).toEqual(Buffer.alloc(0))
  })

  it('accepts an endpoint with a trailing slash', async () => {
    const below = open({ endpoint: `${peer.endpoint}/` })
    await below.put('there', Buffer.from('x'))
    expect([...peer.objects.keys()]).toContain('/mail%20files/there')
  })

  it('succeeds when removing a missing object', async () => {
    await s3.remove('nothing')
    expect(peer.log).toEqual(['DELETE 204'])
  })

  it('retries when the store is busy, fails or drops the connection', async () => {
    peer.faults.push(503, 0, 500)
    await s3.put('late', Buffer.from('x'))
    expect(peer.log).toEqual(['PUT 503', 'PUT cut', 'PUT 500', 'PUT 200'])
    peer.faults.push(503, 503, 503, 503)
    await expect(s3.get('late')).rejects.toMatchObject({ name: 'S3Failed', status: 503, temporary: true })
    expect((await s3.get('late'))?.toString()).toBe('x')
  })

  it.each([400, 403, 409])('does not retry after %i', async (status) => {
    peer.faults.push(status)
    await expect(s3.get('x')).rejects.toMatchObject({ status, temporary: false })
    expect(peer.log).toEqual([`GET ${status}`])
  })

  it('reports a rejected key without leaking either secret', async () => {
    const wrong = open({ secretKey: 'not the secret' })
    const failed: Error = await wrong.put('x', Buffer.from('body')).then(
      () => new Error('expected a failure'),
      (error) => error,
    )
    expect(failed).toMatchObject({ status: 403, temporary: false })
    expect(failed.message).not.toMatch(/secret|AKIA|SignatureDoes/)
  })

  it('fails to store into a missing bucket', async () => {
    const elsewhere = open({ bucket: 'none' })
    await expect(elsewhere.put('x', Buffer.from('x'))).rejects.toMatchObject({ status: 404 })
  })

  it('does not connect to a private address that is not allowed', async () => {
    const guarded = createOutbound({ purpose: 's3', allow: [] })
    const closed = open({ fetch: guarded.fetch })
    await expect(closed.get('x')).rejects.toMatchObject({
      name: 'S3Failed',
      cause: { name: 'OutboundBlocked' },
    })
    expect(peer.log).toEqual([])
    await guarded.close()
  })

  it('does not follow redirects', async () => {
    peer.faults.push(301)
    await expect(s3.get('x')).rejects.toMatchObject({ name: 'S3Failed' })
  })
})
