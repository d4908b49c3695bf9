import { maybe, setting, wholeNumber } from './define-setting.ts'
import { parseUri, text } from './parse.ts'

/** Where bytes are kept that are not rows. */
export const storageSettings = {
  attachmentCacheMb: setting(
    'MAILWRIGHT_ATTACHMENT_CACHE_MB',
    '512',
    wholeNumber(0, 10_000_000),
    'How many megabytes of downloaded attachments this machine keeps in the data folder, about; 0 keeps none. What is missing is fetched from the mail server again.',
  ),
  s3Endpoint: setting(
    'MAILWRIGHT_S3_ENDPOINT',
    '',
    maybe(parseUri),
    'An S3-compatible store for uploaded files, such as https://s3.eu-central-1.amazonaws.com; they are kept in the database while it is empty. A private one needs MAILWRIGHT_OUTBOUND_ALLOW.',
  ),
  s3Bucket: setting('MAILWRIGHT_S3_BUCKET', '', maybe(text), 'Its bucket, which must exist.'),
  s3Region: setting('MAILWRIGHT_S3_REGION', 'us-east-1', text, 'Its region.'),
  s3AccessKey: setting('MAILWRIGHT_S3_ACCESS_KEY', '', maybe(text), 'The access key id for it.'),
  s3SecretKey: setting('MAILWRIGHT_S3_SECRET_KEY', '', maybe(text), 'The secret access key for it.', {
    secret: true,
  }),
}
