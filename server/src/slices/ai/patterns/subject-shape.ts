import { fold } from '../grounding/fold.ts'

const prefix = /^(?:\s*(?:re|fw|fwd|tr|aw|sv|antw|rép|ref)\s*:\s*)+/
const maxLength = 200

/** A subject without what changes from mail to mail: "Re: Invoice 2026-118" is "invoice #-#". */
export const shapeOf = (subject: string): string =>
  fold(subject).replace(prefix, '').replaceAll(/\d+/g, '#').replaceAll(/\s+/g, ' ').trim().slice(0, maxLength)
