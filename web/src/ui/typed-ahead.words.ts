import { words } from '../lib/words/words.ts'

export const typedAheadWords = words({
  en: { loading: 'Loading. You can type already.' },
  fr: { loading: 'Chargement. Vous pouvez déjà écrire.' },
})
