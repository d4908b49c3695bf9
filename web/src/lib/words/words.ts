import { useLook } from '../look.ts'

export type Locale = 'en' | 'fr'

type Text = string | ((...args: never[]) => string)
type Texts = { [name: string]: Text | Texts }

/** The same names and arguments in another language. */
type SameShape<T> = {
  [K in keyof T]: T[K] extends string
    ? string
    : T[K] extends (...args: infer A) => string
      ? (...args: A) => string
      : SameShape<T[K]>
}

export type Words<T> = Record<Locale, T>

/** French sets a space before some signs, where a line must not break. The bundled fonts have no narrow one. */
const french = (text: string) => text.replaceAll(/ ([;:?!»])/g, '\u00a0$1').replaceAll('« ', '«\u00a0')

const inFrench = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([name, text]) => {
      if (typeof text === 'string') return [name, french(text)]
      if (typeof text === 'function') return [name, (...args: never[]) => french(text(...args))]
      return [name, inFrench(text)]
    }),
  )

/** A catalogue of texts. One that is missing in French, or takes other arguments, does not compile. */
export const words = <T extends Texts>(catalogue: { en: T; fr: SameShape<T> }): Words<T> =>
  ({ en: catalogue.en, fr: inFrench(catalogue.fr as Texts) }) as unknown as Words<T>

/** The texts of a catalogue in the language of the member. */
export const useWords = <T>(catalogue: Words<T>): T => catalogue[useLook((look) => look.locale)]

/** For texts outside of components. */
export const wordsNow = <T>(catalogue: Words<T>): T => catalogue[useLook.getState().locale]

/** The form for a number: English has a singular for one, French for zero as well. */
export const en = (count: number, one: string, other: string) => (count === 1 ? one : other)
export const fr = (count: number, one: string, other: string) => (Math.abs(count) < 2 ? one : other)
