// RFC 6266 with the extended form of RFC 8187: filename="resume.pdf"; filename*=UTF-8''r%C3%A9sum%C3%A9.pdf

const nonAscii = /[^\x20-\x7e]/g
const unsafe = /["\\%/]/g
// attr-char of RFC 8187 allows fewer characters than encodeURIComponent leaves unescaped.
const encodeExtended = (text: string) =>
  encodeURIComponent(text.toWellFormed()).replaceAll(
    /['()*]/g,
    (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
  )

/** Always a download. The plain form serves old clients and contains no characters that could end the quoted string. */
export function attachmentDisposition(filename: string): string {
  const plain = filename
    .replace(/\p{M}+/gu, '')
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(nonAscii, '_')
    .replace(unsafe, '_')
  return `attachment; filename="${plain}"; filename*=UTF-8''${encodeExtended(filename)}`
}

// Types that a browser displays without executing anything. HTML, SVG, XML, scripts and unlisted types are served as bytes.
const passiveTypes = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
  'image/tiff',
  'image/heic',
  'audio/mpeg',
  'audio/mp4',
  'audio/ogg',
  'audio/wav',
  'audio/webm',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'text/plain',
  'text/csv',
  'text/calendar',
  'application/pdf',
  'application/zip',
  'application/rtf',
  'application/msword',
  'application/vnd.ms-excel',
  'application/vnd.ms-powerpoint',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation',
])

export const servedType = (mime: string) => {
  const type = mime.split(';', 1)[0]?.trim().toLowerCase() ?? ''
  return passiveTypes.has(type) ? type : 'application/octet-stream'
}
