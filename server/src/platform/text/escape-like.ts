/** Escapes the wildcards of SQL LIKE. */
export const escapeLike = (text: string) => text.replaceAll(/[\\%_]/g, '\\$&')
