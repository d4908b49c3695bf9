import { expect, it } from 'vitest'
import { joinPieces } from './stream.ts'

it('puts pieces of an answer together, whatever their order', () => {
  const pieces = [
    { offset: 6, text: 'world' },
    { offset: 0, text: 'Hello ' },
  ]
  expect(joinPieces('', pieces)).toEqual({ text: 'Hello world', isMissing: false })
})

it('goes on after what is stored, and keeps what is stored if it is longer', () => {
  expect(joinPieces('Hello', [{ offset: 5, text: ' world' }]).text).toBe('Hello world')
  expect(joinPieces('Hello world', [{ offset: 0, text: 'Hello' }]).text).toBe('Hello world')
})

it('says that words are missing instead of showing later ones out of order', () => {
  expect(joinPieces('', [{ offset: 6, text: 'world' }])).toEqual({ text: '', isMissing: true })
})
