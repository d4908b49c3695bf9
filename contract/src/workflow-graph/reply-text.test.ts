import { describe, expect, it } from 'vitest'
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
})
