import { fold } from '../../platform/text/fold.ts'

const maxLength = 60

/** Derives an identifier from a display name. */
function derive(text: string, separator: '-' | '_', fallback: string): string {
  const plain = fold(text)
    .replaceAll(/[^a-z0-9]+/g, separator)
    .replace(/^[^a-z0-9]+/, '')
  const name = /^[a-z]/.test(plain) ? plain : `${fallback}${separator}${plain}`
  return name.slice(0, maxLength).replace(/[-_]+$/, '')
}

/** `orders`, then `orders-2`, and so on. */
function makeUnique(name: string, separator: '-' | '_', taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let n = 2; ; n++) {
    const suffix = `${separator}${n}`
    const candidate = `${name.slice(0, maxLength - suffix.length)}${suffix}`
    if (!taken.has(candidate)) return candidate
  }
}

export const slugBase = (name: string) => derive(name, '-', 'table')
export const uniqueSlug = (base: string, taken: ReadonlySet<string>) => makeUnique(base, '-', taken)
export const uniqueKey = (label: string, taken: ReadonlySet<string>) =>
  makeUnique(derive(label, '_', 'column'), '_', taken)
