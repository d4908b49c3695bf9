// Every bound of the mail parser in one place. Sizes of text are in UTF-16 units, the rest in bytes.

export const limits = {
  /** multipart in multipart; deeper ones stay closed and are listed as one attachment. */
  nesting: 50,
  /** Parts looked at; the rest of a mail with more is left unread and the mail marked incomplete. */
  parts: 1_000,
  headerBlock: 256 * 1024,
  headerFields: 2_000,
  /** One address list, and how many of its addresses are kept. */
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
  /** Of one text part before decoding: room for base64 or quoted-printable of the largest text kept. */
  encodedText: 8 * 1024 * 1024,
  snippet: 200,
  /** Open elements in HTML; beyond them tags are dropped and their text kept. */
  htmlDepth: 500,
  shownDepth: 250,
  dataImage: 512 * 1024,
} as const
