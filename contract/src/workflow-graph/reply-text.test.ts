import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deviceEndings, ownTexts, replies } from './reply-text.cases.ts'
import { replyText } from './reply-text.ts'

describe('replyText', () => {
  it.each([
    ['Yes.\n\nOn Mon, 3 Nov 2025 at 10:00, Bob <b@x.org> wrote:\n> No?', 'Yes.'],
    ['Yes.\n\nOn Mon, 3 Nov 2025 at 10:00, Bob Longname\n<b@x.org> wrote:\n> No?', 'Yes.'],
    ['Oui.\n\nLe lun. 3 nov. 2025 à 10:00, Bob <b@x.org> a écrit :\n> Non ?', 'Oui.'],
    ['Ja.\n\nAm 03.11.2025 um 10:00 schrieb Bob <b@x.org>:\n> Nein?', 'Ja.'],
    ['Yes.\n\n-----Original Message-----\nFrom: Bob\nNo?', 'Yes.'],
    ['Yes.\n\nFrom: Bob <b@x.org>\nSent: Monday\nTo: me\n\nNo?', 'Yes.'],
    ['Oui.\n\nDe : Bob <b@x.org>\nEnvoyé : lundi\n\nNon ?', 'Oui.'],
    ['Yes.\n\nSent from my iPhone', 'Yes.'],
    ['Yes.\n\nEnvoyé de mon iPhone', 'Yes.'],
    ['Yes.\n-- \nBob', 'Yes.'],
    ['> First?\nOne.\n> Second?\nTwo.', 'One.\nTwo.'],
    ['On Mon, Bob wrote:\n> First?\nOne.', 'One.'],
    ['From: the start\nI wrote:', 'From: the start\nI wrote:'],
    ['> all quoted', '> all quoted'],
  ])('strips quotes and signatures: %j -> %j', (text, own) => expect(replyText(text)).toBe(own))

  it.each(replies)('keeps the own words of a reply: %s', (_, text, own) => expect(replyText(text)).toBe(own))

  it.each(deviceEndings)('removes the line of a device: %s', (line) => {
    expect(replyText(`Ok.\n\n${line}`)).toBe('Ok.')
    expect(replyText(`Ok.\n\n${line}\n\nOn Mon, 3 Nov 2025 at 10:00, Bob <b@x.org> wrote:\n> a`)).toBe('Ok.')
  })

  it.each(ownTexts)('never cuts what a person wrote: %j', (text) => expect(replyText(text)).toBe(text.trim()))

  it('keeps every line above a quote, and adds none', () => {
    const word = fc.constantFrom(
      'Hello',
      'bonjour',
      'à 10:00',
      'von',
      'ja',
      '你好',
      'wrote',
      'To',
      '3.11.2025',
      'Привет',
      ',',
      '.',
    )
    const line = fc.array(word, { minLength: 1, maxLength: 8 }).map((words) => words.join(' '))
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => {
        const own = lines.join('\n')
        const text = replyText(`${own}\n\nOn Mon, 3 Nov 2025 at 10:00, Bob <b@x.org> wrote:\n> quoted`)
        expect(text).not.toContain('quoted')
        expect(text).toBe(own.trim())
      }),
    )
  })
})
