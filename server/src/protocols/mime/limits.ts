// All limits of the mail parser. Text sizes are in UTF-16 code units, the others in bytes.

export const limits = {
  /** Nested multiparts; deeper ones are not parsed and are listed as one attachment. */
  nesting: 50,
  /** Parsed parts; the rest is ignored and the message marked incomplete. */
  parts: 1_000,
  headerBlock: 256 * 1024,
  headerFields: 2_000,
  /** The size of one address list, and the number of addresses kept. */
  addressField: 64 * 1024,
  addresses: 1_000,
  references: 100,
  messageId: 998,
  subject: 998,
  name: 200,
  email: 320,
  filename: 200,
  text: 2 * 1024 * 1024,
  html: 2 * 1024 * 1024,
  /** One text part before decoding: enough for base64 or quoted-printable of the largest text kept. */
  encodedText: 8 * 1024 * 1024,
  snippet: 200,
  /** Nested HTML elements; deeper tags are dropped and their text kept. */
  htmlDepth: 500,
  shownDepth: 250,
  dataImage: 512 * 1024,
  /** Remote images that a reader can load of one message, and the length of their addresses. */
  remoteImages: 200,
  remoteImageUrl: 4_000,
} as const
