const months = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const zones: Record<string, number> = {
  ut: 0,
  utc: 0,
  gmt: 0,
  z: 0,
  est: -300,
  edt: -240,
  cst: -360,
  cdt: -300,
  mst: -420,
  mdt: -360,
  pst: -480,
  pdt: -420,
}

// RFC 5322 section 3.3 with the obsolete forms of 4.3: `Mon, 3 Nov 2025 10:00:00 +0100 (CET)`.
const pattern =
  /^\s*(?:[a-z]{2,9}\.?,?\s+)?(\d{1,2})[\s-]+([a-z]{3})[a-z]*\.?[\s,-]+(\d{2,4})[\s,]+(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?\s*(?:([+-])(\d{2}):?(\d{2})|([a-z]{1,5}))?/i

function offsetMinutes(sign?: string, hours?: string, minutes?: string, name?: string): number {
  if (sign) return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  const zone = name?.toLowerCase() ?? ''
  // Unknown zone names mean "no information" (RFC 5322 section 4.3): UTC.
  return Object.hasOwn(zones, zone) ? (zones[zone] ?? 0) : 0
}

function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return digits.length === 3 ? 1900 + year : year
}

/** The Date header in UTC; null when it is malformed or implausible. */
export function parseDate(field: string | undefined): string | null {
  if (!field) return null
  const text = field.slice(0, 200)
  const match = pattern.exec(text)
  let time: number
  if (match) {
    const [, day, month, year = '', hour, minute, second, sign, zh, zm, name] = match
    const index = months.indexOf(month?.toLowerCase() ?? '')
    if (index < 0 || Number(day) > 31 || Number(hour) > 24 || Number(minute) > 59) return null
    time = Date.UTC(fullYear(year), index, Number(day), Number(hour), Number(minute), Number(second ?? 0))
    time -= offsetMinutes(sign, zh, zm, name) * 60_000
  } else if (/^\s*\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text)) time = Date.parse(text.trim())
  else return null
  if (!(time >= Date.UTC(1980, 0, 1) && time < Date.UTC(2100, 0, 1))) return null
  return new Date(time).toISOString()
}
