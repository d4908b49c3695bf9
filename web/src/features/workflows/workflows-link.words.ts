import { words } from '../../lib/words/words.ts'

/** Apart from the texts of the pages, which are loaded with them. */
export const workflowsLinkWords = words({ en: { title: 'Workflows' }, fr: { title: 'Workflows' } })
