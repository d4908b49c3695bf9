import { words } from '../../lib/words/words.ts'

/** Apart from the other texts, because every page shows it. */
export const navWords = words({ en: { title: 'Evaluation' }, fr: { title: 'Évaluation' } })
