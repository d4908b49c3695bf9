import { words } from '../../lib/words/words.ts'

/** Apart from the texts of the page, which are loaded with it. */
export const templatesLinkWords = words({ en: { title: 'Templates' }, fr: { title: 'Modèles' } })
