// Latin-1 from 160 on, in order, and what else mails use often.
const latin =
  'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute thorn yuml'
const others: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  euro: '€',
  hellip: '…',
  bull: '•',
  trade: '™',
  ndash: '–',
  mdash: '—',
  lsquo: '‘',
  rsquo: '’',
  sbquo: '‚',
  ldquo: '“',
  rdquo: '”',
  bdquo: '„',
  oelig: 'œ',
  OElig: 'Œ',
  lsaquo: '‹',
  rsaquo: '›',
  zwnj: '',
  zwj: '',
  ensp: ' ',
  emsp: ' ',
}
const named = new Map([
  ...latin.split(' ').map((name, i): [string, string] => [name, String.fromCharCode(160 + i)]),
  ...Object.entries(others),
])

function ofNumber(digits: string): string | undefined {
  const code = /^x/i.test(digits) ? Number.parseInt(digits.slice(1), 16) : Number.parseInt(digits, 10)
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff)
  return isCharacter ? String.fromCodePoint(code) : undefined
}

/** `&eacute;` and `&#233;` as é; what is unknown stays as it is. */
export const decodeEntities = (text: string): string =>
  text.includes('&')
    ? text.replace(
        /&(?:#(x[\da-f]{1,6}|\d{1,7})|([a-z][a-z\d]{1,10}));/gi,
        (whole, digits?: string, name?: string) =>
          (digits === undefined ? named.get(name ?? '') : ofNumber(digits)) ?? whole,
      )
    : text
