const pixel =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A picture that comes with the mail. */
export const picture = (width: number, height: number, style = '') =>
  `<img src="${pixel}" width="${width}" height="${height}" alt="" style="${style}">`
