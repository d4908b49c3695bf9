/** A pattern that matches the text itself. */
export const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|-]/g, '\\$&')
