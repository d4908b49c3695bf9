import { expect, it } from 'vitest'
import { mergeKeywords } from './sync-keywords.ts'

it.each([
  ['adds new keywords', [], ['Red'], ['Blue'], ['Blue', 'Red']],
  ['removes vanished keywords', ['Red'], [], ['Blue', 'Red'], ['Blue']],
  [
    'keeps keywords that the server never had',
    ['Red'],
    ['Red', 'Green'],
    ['Blue', 'Red'],
    ['Blue', 'Red', 'Green'],
  ],
  ['does not change keywords that were added here', [], ['Blue'], ['Blue'], null],
  ['ignores case when adding', [], ['blue'], ['Blue'], null],
  ['ignores case when removing', ['blue'], [], ['Blue'], []],
  ['does not restore keywords that were removed here', ['Red'], ['Red', 'Green'], [], ['Green']],
])('%s', (_case, before, now, shown, after) => {
  expect(mergeKeywords({ before, now, shown })).toEqual(after)
})
