import { optional, setting, wholeNumber } from './define-setting.ts'
import { parseUri, text } from './parse.ts'

/** Storage outside the database tables. */
export const storageSettings = {
  attachmentCacheMb: setting(
    'MAILWRIGHT_ATTACHMENT_CACHE_MB',
    '512',
    wholeNumber(0, 10_000_000),
    'Approximate size of the attachment cache in the data folder, in megabytes; 0 disables it. Evicted attachments are fetched from the mail server again.',
  ),
  imageCacheMb: setting(
    'MAILWRIGHT_IMAGE_CACHE_MB',
    '128',
    wholeNumber(0, 10_000_000),
    'Approximate size of the cache of remote images that readers have asked for, in the data folder, in megabytes; 0 disables it.',
  ),
  uploadQuotaMb: setting(
    'MAILWRIGHT_UPLOAD_QUOTA_MB',
    '500',
    wholeNumber(1, 10_000_000),
    'Uploaded files and saved attachments of one member, in megabytes; more are refused with 413 until older ones are deleted.',
  ),
  s3Endpoint: setting(
    'MAILWRIGHT_S3_ENDPOINT',
    '',
    optional(parseUri),
    'S3-compatible store for uploaded files, such as https://s3.eu-central-1.amazonaws.com; without it they are stored in the database. A private address needs MAILWRIGHT_OUTBOUND_ALLOW.',
  ),
  s3Bucket: setting('MAILWRIGHT_S3_BUCKET', '', optional(text), 'S3 bucket, which must exist.'),
  s3Region: setting('MAILWRIGHT_S3_REGION', 'us-east-1', text, 'S3 region.'),
  s3AccessKey: setting('MAILWRIGHT_S3_ACCESS_KEY', '', optional(text), 'S3 access key ID.'),
  s3SecretKey: setting('MAILWRIGHT_S3_SECRET_KEY', '', optional(text), 'S3 secret access key.', {
    secret: true,
  }),
}
