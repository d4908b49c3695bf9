import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../src/', import.meta.url))
const catalogues = globSync('**/*.words.ts', { cwd: root })

type Texts = { [name: string]: string | ((...args: unknown[]) => string) | Texts }

/** Texts take numbers and names, in any order. */
function called(text: (...args: unknown[]) => string): string {
  try {
    return text(2, 'x')
  } catch {
    return text('x', 'x')
  }
}

/** Every text by its path. */
function textsOf(texts: Texts, path = ''): [string, string][] {
  return Object.entries(texts).flatMap(([name, text]): [string, string][] => {
    const at = `${path}${name}`
    if (typeof text === 'string') return [[at, text]]
    if (typeof text === 'function') return [[at, called(text)]]
    return textsOf(text, `${at}.`)
  })
}

describe.each(catalogues)('the texts of %s', async (path) => {
  const exported = Object.values(await import(`${root}${path}`)) as { en: Texts; fr: Texts }[]
  const [{ en, fr } = { en: {}, fr: {} }] = exported

  it('are complete in both languages', () => {
    const names = (texts: Texts) => textsOf(texts).map(([name]) => name)
    expect(names(fr)).toEqual(names(en))
    expect([...textsOf(en), ...textsOf(fr)].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('have a no-break space where French wants one', () => {
    const loose = textsOf(fr).filter(([, text]) => / [;:?!»]|« /.test(text))
    expect(loose).toEqual([])
  })
})

/** Texts between tags, and in attributes that are read out. */
const literals = [
  />([^<>{}]*[A-Za-zÀ-ÿ]{2,}[^<>{}]*)<\//g,
  /\b(?:aria-label|title|placeholder|label|alt)="([^"]*[A-Za-zÀ-ÿ][^"]*)"/g,
]

it('no text stands outside of the catalogues', () => {
  const found = globSync('**/*.tsx', { cwd: root }).flatMap((path) => {
    const text = readFileSync(`${root}${path}`, 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*|=>/g, '')
    return literals.flatMap((pattern) => [...text.matchAll(pattern)].map(([, words]) => `${path}: ${words}`))
  })
  expect(found).toEqual([])
})
