import type { Text } from '../text.ts'

/** `Details` is the type of `details` in the reply; it exists only at compile time. */
export type ErrorDeclaration<Details extends object | undefined = object | undefined> = {
  status: number
  message: Text
  '~details'?: Details
}

/** One error: its status, the type of its `details`, and a sentence that tells people what to do. */
export const error = <Details extends object | undefined = undefined>(
  status: number,
  en: string,
  fr: string,
): ErrorDeclaration<Details> => ({ status, message: { en, fr } })

/** Which fields are wrong. `path` is a JSON pointer into the input, empty for the whole of it. */
export type FieldIssues = { issues: { path: string; message: string }[] }
/** Why the current state rules the request out, as a word for programs. */
export type Reason = { reason: string }
