import { fold } from '../../platform/text/fold.ts'

const longest = 60

/** Derives an identifier from a display name. */
function derive(text: string, gap: '-' | '_', otherwise: string): string {
  const plain = fold(text)
    .replaceAll(/[^a-z0-9]+/g, gap)
    .replace(/^[^a-z0-9]+/, '')
  const begun = /^[a-z]/.test(plain) ? plain : `${otherwise}${gap}${plain}`
  return begun.slice(0, longest).replace(/[-_]+$/, '')
}

/** `orders`, then `orders-2`, and so on. */
function makeUnique(name: string, gap: '-' | '_', taken: ReadonlySet<string>): string {
  if (!taken.has(name)) return name
  for (let n = 2; ; n++) {
    const end = `${gap}${n}`
    const next = `${name.slice(0, longest - end.length)}${end}`
    if (!taken.has(next)) return next
  }
}

export const slugBase = (name: string) => derive(name, '-', 'table')
export const uniqueSlug = (base: string, taken: ReadonlySet<string>) => makeUnique(base, '-', taken)
export const uniqueKey = (label: string, taken: ReadonlySet<string>) =>
  makeUnique(derive(label, '_', 'column'), '_', taken)
