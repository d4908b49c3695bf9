import { expect, it } from 'vitest'
import { shownAfter } from './sync-keywords.ts'

it.each([
  ['adds what came', [], ['Red'], ['Blue'], ['Blue', 'Red']],
  ['takes away what went', ['Red'], [], ['Blue', 'Red'], ['Blue']],
  ['keeps what the server never had', ['Red'], ['Red', 'Green'], ['Blue', 'Red'], ['Blue', 'Red', 'Green']],
  ['leaves alone what was put there from here', [], ['Blue'], ['Blue'], null],
  ['does not tell capitals apart', [], ['blue'], ['Blue'], null],
  ['takes away with other capitals', ['blue'], [], ['Blue'], []],
  ['does not bring back what was taken away here', ['Red'], ['Red', 'Green'], [], ['Green']],
])('%s', (_what, before, now, shown, after) => {
  expect(shownAfter({ before, now, shown })).toEqual(after)
})
