export type ErrorDeclaration = { status: number; message: { en: string; fr: string } }

/** One error: its status and the sentence, in two languages, that tells a person what to do. */
export const error = (status: number, en: string, fr: string): ErrorDeclaration => ({
  status,
  message: { en, fr },
})
