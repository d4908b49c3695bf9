import { describe, expect, it } from 'vitest'
import { generateTexts } from './fixtures/generate-texts.ts'
import { readCorpus } from './fixtures/read-corpus.ts'
import { scoreCorpus } from './fixtures/score.ts'
import { findForeignAddresses } from './foreign-addresses.ts'
import { groundText, isUnsupported } from './ground-text.ts'
import type { Source } from './types.ts'

const today = '2026-11-17'
const mail = (text: string): Source => ({
  id: 'mail',
  kind: 'message',
  title: 'mail',
  text,
  foreign: true,
  date: today,
})
const instructions = (text: string): Source => ({ id: 'workflow', kind: 'instructions', title: '', text })

/** What is to be checked in a text whose only source is a mail. */
const toCheck = (text: string, source: string) =>
  groundText(text, [mail(source)], { today })
    .filter(isUnsupported)
    .map((statement) => statement.text)

describe.each([
  ['written with the matcher', () => [...readCorpus('./written.txt'), ...generateTexts(100)]],
  [
    'second corpus',
    () => ['./second-1.txt', './second-2.txt', './second-3.txt', './second-4.txt'].flatMap(readCorpus),
  ],
])('composed texts, %s', (_, read) => {
  const score = scoreCorpus(read())
  it('marks at least 98 % of the made-up statements', () => {
    expect(score.texts).toBeGreaterThanOrEqual(150)
    expect(score.planted).toBeGreaterThan(200)
    expect(1 - score.missed.length / score.planted, score.missed.join('\n')).toBeGreaterThanOrEqual(0.98)
  })
  it('marks at most 5 % of what stands in a source', () => {
    expect(score.supported).toBeGreaterThan(400)
    expect(score.wrong.length / score.supported, score.wrong.join('\n')).toBeLessThanOrEqual(0.05)
  })
  it('gives the exact place of each', () => {
    expect(score.inexact).toEqual([])
  })
})

describe('a value in another format', () => {
  it.each([
    ['1 200,50 €', '1,200.50 EUR'],
    ['€1,200.50', 'Total: 1.200,50 euros'],
    ['twelve hundred euros', '1 200 €'],
    ['deux cents euros', '€200'],
    ['3 May 2026', 'le 3 mai 2026'],
    ['2026-05-03', '03/05/2026'],
    ['5 March 2026', '03/05/2026'],
    ['tomorrow', 'le 18 novembre'],
    ['lundi prochain', '23/11/2026'],
    ['Thursday 19 November', 'Arrives this Thursday'],
    ['2:30 pm', '14h30'],
    ['midi', 'at noon'],
    ['30 percent', '30 %'],
    ['two weeks', '14 jours'],
    ['48 hours', '2 days'],
    ['+33 1 45 67 89 10', '01.45.67.89.10'],
    ['FL30117', 'order FL-30117'],
    ['Helene AUBRY', 'Hélène Aubry'],
    ['Mme Aubry', 'helene.aubry@courriel.example'],
    ['https://www.shop.example/a/', 'see shop.example/a'],
  ])('%s is found in %s', (value, source) => {
    const [statement, ...others] = groundText(`It says ${value}, so it does.`, [mail(source)], { today })
    expect(others).toEqual([])
    expect(statement?.findings).toMatchObject([{ sourceId: 'mail' }])
    expect(source).toContain(statement?.findings[0]?.quote)
  })
  it.each([
    ['1 200,50 €', '$1,200.50'],
    ['12 €', '12 lampes'],
    ['3 May 2026', '3 May 2027'],
    ['Friday 19 November', '19 November'],
    ['3 days', '3 working days'],
    ['3 working days', '3 hours'],
    ['Hélène Martin', 'Hélène Aubry. The house of the neighbours is one that Mr Martin built'],
    ['https://shop.example/a?to=x', 'https://shop.example/a'],
  ])('%s is not found in %s', (value, source) => {
    expect(toCheck(`It says ${value}, so it does.`, source).length).toBeGreaterThan(0)
  })
})

it('counts relative dates of a source from the day it was written', () => {
  const source: Source = { ...mail('We arrive tomorrow.'), date: '2026-11-02' }
  const [statement] = groundText('You arrived on 3 November.', [source], { today })
  expect(statement?.findings).toMatchObject([{ quote: 'tomorrow' }])
})

it('does not take what the other side asks for as our promise', () => {
  expect(toCheck('You will get a full refund.', 'I want a full refund!')).toEqual(['full refund'])
  expect(toCheck('You asked for a refund; we are looking into it.', 'I want a refund!')).toEqual([])
  expect(toCheck('Unfortunately we cannot offer a refund.', 'I want a refund!')).toEqual([])
  const statements = groundText(
    'You will get a full refund.',
    [instructions('Offer a refund for lost parcels.')],
    { today },
  )
  expect(statements.filter(isUnsupported)).toEqual([])
  const forbidden = groundText('You will get a full refund.', [instructions('Never offer a refund.')], {
    today,
  })
  expect(forbidden.filter(isUnsupported)).toHaveLength(1)
})

it('lists the cited source first and believes no citation', () => {
  const sources = [mail('Order 20418'), { ...instructions('Order 20418'), id: 'second' }]
  const [order] = groundText('About order 20418.', sources, { today, cited: ['second', 'nowhere'] })
  expect(order?.findings.map(({ sourceId }) => sourceId)).toEqual(['second', 'mail'])
  const [made] = groundText('About order 20419.', sources, { today, cited: ['second'] })
  expect(made?.findings).toEqual([])
})

it('finds links and addresses that stand nowhere, however they are written', () => {
  const sources = [
    mail('See https://shop.example/track/1 or write to help@shop.example'),
    instructions('docs.example'),
  ]
  const foreign = (text: string) => findForeignAddresses(text, sources).map((address) => address.text)
  expect(
    foreign('https://shop.example/track/1, shop.example, HELP@shop.example, https://docs.example/'),
  ).toEqual([])
  expect(foreign('Go to https://shop.example/track/2?x=1 now.')).toEqual(['https://shop.example/track/2?x=1'])
  expect(foreign('evil.test/path and www.evil.test, hxxp://evil.test or evil[.]test')).toEqual([
    'evil.test/path',
    'www.evil.test',
    'hxxp://evil.test',
    'evil[.]test',
  ])
  expect(foreign('javascript:alert(1), http://192.0.2.1/x, tel:+331234567')).toHaveLength(3)
  expect(foreign('write to someone@evil.test!')).toEqual(['someone@evil.test'])
  expect(foreign('The file offer.pdf is attached.')).toEqual([])
})

it('takes linear time on hostile text', () => {
  const hostile = [
    '1 '.repeat(20_000),
    'a.'.repeat(20_000),
    'Aa '.repeat(15_000),
    '1/'.repeat(20_000),
    'deux cent '.repeat(4_000),
    "l'A-".repeat(10_000),
  ]
  for (const text of hostile)
    expect(groundText(text.slice(0, 40_000), [], { today }).length).toBeGreaterThanOrEqual(0)
})
