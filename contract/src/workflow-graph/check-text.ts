import type { Text } from '../text.ts'
import { formats as ownFormats } from './formats.ts'
import { say } from './issue.ts'

// A global of browsers and Node alike; the ES library does not declare it.
declare const URL: { canParse(text: string): boolean }

type Rules = { minLength?: number; maxLength?: number; pattern?: string; format?: string }

const formats: Record<string, { fits(text: string): boolean; message: Text }> = {
  uuid: {
    fits: (text) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text),
    message: say('This is not an id.', "Ceci n'est pas un identifiant."),
  },
  'date-time': {
    fits: (text) =>
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?(Z|[+-]\d\d:\d\d)$/.test(text) &&
      !Number.isNaN(Date.parse(text)),
    message: say(
      'This must be a date and time, like 2026-11-15T09:00:00Z.',
      'Ceci doit être une date et une heure, comme 2026-11-15T09:00:00Z.',
    ),
  },
  uri: {
    fits: (text) => URL.canParse(text),
    message: say('This is not a web address.', "Ceci n'est pas une adresse web."),
  },
  email: {
    fits: (text) => /^[^\s@]+@[^\s@]+$/.test(text),
    message: say('This is not an e-mail address.', "Ceci n'est pas une adresse e-mail."),
  },
  cron: {
    fits: (text) => ownFormats.cron?.(text) !== false,
    message: say(
      'This is not a schedule: write minute, hour, day, month and weekday, like 0 9 * * 1-5.',
      "Ceci n'est pas une planification : écrivez minute, heure, jour, mois et jour de la semaine, comme 0 9 * * 1-5.",
    ),
  },
  'time-zone': {
    fits: (text) => ownFormats['time-zone']?.(text) !== false,
    message: say(
      'This is not a time zone; write one like Europe/Paris.',
      "Ceci n'est pas un fuseau horaire ; écrivez-en un comme Europe/Paris.",
    ),
  },
  'text-pattern': {
    fits: (text) => ownFormats['text-pattern']?.(text) !== false,
    message: say('This pattern cannot be read.', 'Ce motif est illisible.'),
  },
}

/** What is wrong with a text. */
export function* checkText(
  { minLength = 0, maxLength, pattern, format }: Rules,
  text: string,
): Iterable<Text> {
  // Characters as people count them, without building a list of a long text.
  const isShorter =
    text.length < minLength || (minLength > 1 && text.length < 2 * minLength && [...text].length < minLength)
  if (isShorter)
    yield minLength === 1
      ? say('This must not be empty.', 'Ceci ne doit pas être vide.')
      : say(`At least ${minLength} characters are needed.`, `Il faut au moins ${minLength} caractères.`)
  if (maxLength !== undefined && text.length > maxLength && [...text].length > maxLength)
    yield say(`At most ${maxLength} characters fit here.`, `${maxLength} caractères au plus.`)
  if (pattern !== undefined && !new RegExp(pattern, 'u').test(text))
    yield say('This does not have the right form.', "Ceci n'a pas la bonne forme.")
  const known = format !== undefined && Object.hasOwn(formats, format) ? formats[format] : undefined
  if (known && !known.fits(text)) yield known.message
}
