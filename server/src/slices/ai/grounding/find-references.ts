import { add, matchesIn, rangeOf, type Scan } from './matches.ts'

// Letters and digits in one code: FL-30117, 884/2231-B, E27, 5CD9-184H, K7PM2Q.
const code = /(?<![\w@/.-])#?(?=[\w/-]*\d)(?=[\w/-]*[a-z]|\w*[/-]\w)[a-z0-9]+(?:[-/._][a-z0-9]+)*(?![\w@])/dg
// XQ 418, PO 7781
const spaced = /(?<![\w-])(?<l>[a-z]{2,4}) (?<n>\d{2,}(?: [a-z](?![\w']))?)(?![\w%€]|[.,:/]\d)/dg
const file =
  /(?<![\w/@.-])[\w-]+\.(?:pdf|docx?|xlsx?|pptx?|odt|ods|txt|csv|jpe?g|png|gif|webp|zip|ics|eml|html?)(?!\w)/dg
const ordinary = /^(?:\d+(?:er|e|eme|st|nd|rd|th|x|h|j|am|pm|k|m|s)|\d+h\d*|24\/7|7j?\/7|\d+-\w+-old)$/

export const normaliseCode = (text: string): string => text.replaceAll(/[^a-z0-9]/g, '')

/** Order numbers, flight numbers, product codes and names of files. */
export function findReferences(scan: Scan) {
  for (const match of matchesIn(scan, file)) {
    const [start, end] = rangeOf(match, 0)
    add(scan, { kind: 'reference', start, end, readings: [{ key: `code ${normaliseCode(match[0])}` }] })
  }
  for (const match of matchesIn(scan, spaced)) {
    const [start, end] = rangeOf(match, 0)
    if (!/^\p{Lu}+$/u.test(scan.text.slice(start, start + (match.groups?.l?.length ?? 0)))) continue
    add(scan, { kind: 'reference', start, end, readings: [{ key: `code ${normaliseCode(match[0])}` }] })
  }
  for (const match of matchesIn(scan, code)) {
    const text = match[0]
    const [start, end] = rangeOf(match, 0)
    // A range such as 3-5 or 14/15 is not a code, nor is a word with a number behind a hyphen in lower case.
    if (ordinary.test(text) || /^\d{1,3}[-/]\d{1,3}$/.test(text)) continue
    if (!/\d/.test(text) || /^[a-z]+-[a-z]+$/.test(text)) continue
    add(scan, { kind: 'reference', start, end, readings: [{ key: `code ${normaliseCode(text)}` }] })
  }
}
