/** A text for people, in both languages of the product. */
export type Text = { en: string; fr: string }
