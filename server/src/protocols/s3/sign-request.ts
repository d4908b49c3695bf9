import { createHash } from 'node:crypto'
import { AwsV4Signer } from 'aws4fetch'

export type S3Account = { region: string; accessKey: string; secretKey: string }

export type S3Request = {
  method: 'GET' | 'PUT' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  body?: Uint8Array | undefined
}

/** The headers of a request with AWS Signature Version 4; the payload is signed too. */
export async function signRequest(
  { region, accessKey, secretKey }: S3Account,
  { method, url, headers = {}, body }: S3Request,
  at = new Date(),
): Promise<Headers> {
  const hash = createHash('sha256')
    .update(body ?? '')
    .digest('hex')
  const signer = new AwsV4Signer({
    method,
    url: url.href,
    headers: { ...headers, 'x-amz-content-sha256': hash },
    region,
    accessKeyId: accessKey,
    secretAccessKey: secretKey,
    service: 's3',
    allHeaders: true,
    datetime: at.toISOString().replaceAll(/[:-]|\.\d{3}/g, ''),
  })
  return (await signer.sign()).headers
}
