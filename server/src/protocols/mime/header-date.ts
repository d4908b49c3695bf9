const monthNames: Record<string, number> = {}
// English, German, French, Spanish, Italian, Portuguese, Dutch, Nordic, Polish, Turkish; three or four letters decide.
const months = [
  'jan ene gen sty oca ian',
  'feb fév fev lut şub fév',
  'mar mär mrz maa',
  'apr avr abr kwi nis',
  'may mai mei maj mag',
  'jun juin giu cze haz jui',
  'jul juil lug lip tem',
  'aug aoû aou ago sie ağu',
  'sep set wrz eyl',
  'oct okt out ott paź eki',
  'nov lis kas',
  'dec dez déc dic gru ara des',
]
months.forEach((names, index) => {
  for (const name of names.split(' ')) monthNames[name] = index
})

const hours = (list: Record<string, number>) =>
  Object.entries(list).flatMap(([names, offset]) =>
    names.split(' ').map((name) => [name, offset * 60] as const),
  )
/** In minutes. Single letters mean nothing (RFC 5322 section 4.3), except Z. */
const zones = new Map<string, number>(
  hours({
    'ut utc gmt z wet': 0,
    'bst cet met mez west': 1,
    'cest mest mesz eet sast': 2,
    'eest msk trt': 3,
    gst: 4,
    pkt: 5,
    ist: 5.5,
    'ict wib': 7,
    'sgt hkt awst': 8,
    'jst kst': 9,
    acst: 9.5,
    aest: 10,
    aedt: 11,
    nzst: 12,
    nzdt: 13,
    nst: -3.5,
    'ast brt art': -4,
    'adt brst': -3,
    est: -5,
    'edt clt': -4,
    cst: -6,
    cdt: -5,
    mst: -7,
    mdt: -6,
    pst: -8,
    pdt: -7,
    akst: -9,
    akdt: -8,
    hst: -10,
  }),
)
zones.set('brt', -180).set('art', -180).set('brst', -120)

const time = String.raw`(\d{1,2})[:.h](\d{1,2})(?:[:.](\d{1,2}))?(?:[.,]\d{1,9})?\s*([ap]\.?m\.?)?`
const dayName = String.raw`(?:\p{L}{2,10}(?!\p{L})\.?\s*,?\s*)?`
// `Mon, 3 Nov 2025 10:00:00 +0100`, also without blanks, with dashes, or with the year after the zone.
const dayFirst = new RegExp(
  String.raw`^${dayName}(\d{1,2})(?:st|nd|rd|th|\.|er)?[\s,-]*(?:de\s+)?(\p{L}{3,10})\.?[\s,-]*(?:de\s+)?(\d{4}|\d{2,3})[\s,]*(?:at\s+)?${time}(.*)$`,
  'iu',
)
// asctime and date(1): `Mon Nov  3 10:00:00 2025`, `Mon Nov  3 10:00:00 CET 2025`.
const timeBeforeYear = new RegExp(
  String.raw`^${dayName}(\p{L}{3,10})\.?\s*(\d{1,2}),?\s+${time}\s*(.*?)\s*(?<![+\-\d:])(\d{4})\b(.*)$`,
  'iu',
)
// `November 3, 2025 10:00 AM`.
const monthFirst = new RegExp(
  String.raw`^${dayName}(\p{L}{3,10})\.?\s*(\d{1,2})(?:st|nd|rd|th)?\s*,?\s+(\d{4}),?\s+(?:at\s+)?${time}(.*)$`,
  'iu',
)
const yearFirst = new RegExp(
  String.raw`^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?:\s*T\s*|[\s,]+)${time}(.*)$`,
  'iu',
)
const withDots = new RegExp(
  String.raw`^${dayName}(\d{1,2})\.(\d{1,2})\.(\d{4})[\s,]+(?:um\s+)?${time}(.*)$`,
  'iu',
)

type Fields = {
  year: string
  month: string
  day: string
  /** Hour, minute, second, half of the day. */
  clock: (string | undefined)[]
  zone: string
}

// Nearly all mail has this form, and the others are slow to try.
const usual =
  /^(?:[A-Z][a-z]{2}, )?(\d{1,2}) ([A-Z][a-z]{2}) (\d{4}) (\d{2}):(\d{2}):(\d{2}) ([+-]\d{4}|GMT)(?:\s*\([A-Z]{1,5}\))?$/

function splitUsual(text: string): Fields | null {
  const match = usual.exec(text)
  if (!match) return null
  const [, day = '', month = '', year = '', a, b, c, zone = ''] = match
  return { year, month, day, clock: [a, b, c, undefined], zone }
}

const withoutComments = (field: string) =>
  field
    .slice(0, 200)
    .replace(/\([^()]*\)/g, ' ')
    .normalize('NFC')
    .replace(/^[\s"']+|[\s"']+$/g, '')

function split(text: string): Fields | null {
  let match = dayFirst.exec(text)
  if (match) {
    const [, day = '', month = '', year = '', a, b, c, d, zone = ''] = match
    return { year, month, day, clock: [a, b, c, d], zone }
  }
  match = timeBeforeYear.exec(text)
  if (match) {
    const [, month = '', day = '', a, b, c, d, zone = '', year = '', rest = ''] = match
    return { year, month, day, clock: [a, b, c, d], zone: zone || rest }
  }
  match = monthFirst.exec(text)
  if (match) {
    const [, month = '', day = '', year = '', a, b, c, d, zone = ''] = match
    return { year, month, day, clock: [a, b, c, d], zone }
  }
  match = yearFirst.exec(text)
  if (match) {
    const [, year = '', month = '', day = '', a, b, c, d, zone = ''] = match
    return { year, month, day, clock: [a, b, c, d], zone }
  }
  match = withDots.exec(text)
  if (!match) return null
  const [, day = '', month = '', year = '', a, b, c, d, zone = ''] = match
  return { year, month, day, clock: [a, b, c, d], zone }
}

/** `+0100`, `+01:00`, `-600`, `+1`, `GMT+0200`, `UTC-3`, `EST`; an unknown name means UTC (RFC 5322 section 4.3). */
function offsetMinutes(zone: string): number {
  const match = /^[\s"]*([a-z]{1,5})?\s*(?:([+\u2212-])\s*(\d{1,2}):?(\d{2})?(?!\d)|$|[\s"();])/i.exec(zone)
  if (!match) return 0
  const [, name = '', sign, whole = '', part] = match
  if (!sign) return zones.get(name.toLowerCase()) ?? 0
  // Three digits are an hour and its minutes: `-600`.
  const digits = whole + (part ?? '')
  const [hour, minute] = part === undefined ? [whole, '0'] : [digits.slice(0, -2), digits.slice(-2)]
  const minutes = Number(hour) * 60 + Number(minute)
  return minutes > 18 * 60 ? 0 : sign === '+' ? minutes : -minutes
}

function monthIndex(month: string): number {
  if (/^\d+$/.test(month)) return Number(month) - 1
  const name = month.toLowerCase()
  return monthNames[name.slice(0, 4)] ?? monthNames[name.slice(0, 3)] ?? -1
}

function fullYear(digits: string): number {
  const year = Number(digits)
  if (digits.length === 2) return year < 50 ? 2000 + year : 1900 + year
  return digits.length === 3 ? 1900 + year : year
}

function hourOfDay(hour: number, half: string | undefined): number {
  if (half === undefined || hour > 12) return hour
  return (hour % 12) + (/^p/i.test(half) ? 12 : 0)
}

/** The Date header in UTC; null when it is malformed or implausible, and the time of arrival must do. */
export function parseDate(field: string | undefined): string | null {
  if (!field) return null
  const fields = splitUsual(field) ?? split(withoutComments(field))
  if (!fields) return null
  const [hour = '', minute = '', second = '0', half] = fields.clock
  const index = monthIndex(fields.month)
  const day = Number(fields.day)
  if (index < 0 || index > 11 || day < 1 || day > 31) return null
  if (Number(hour) > 24 || Number(minute) > 59 || Number(second) > 60) return null
  const clock = [hourOfDay(Number(hour), half), Number(minute), Number(second)] as const
  const at = Date.UTC(fullYear(fields.year), index, day, ...clock) - offsetMinutes(fields.zone) * 60_000
  if (!(at >= Date.UTC(1980, 0, 1) && at < Date.UTC(2100, 0, 1))) return null
  return new Date(at).toISOString()
}
