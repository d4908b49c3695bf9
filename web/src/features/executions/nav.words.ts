import { words } from '../../lib/words/words.ts'

/** Apart from the other texts, because every page shows it. */
export const navWords = words({
  en: { title: 'Runs', failed: (count: number) => `${count} failed` },
  fr: { title: 'Exécutions', failed: (count: number) => `${count} en échec` },
})
