import { words } from '../../../../lib/words/words.ts'

export const expressionWords = words({
  en: {
    takes: 'takes it',
    from: (subject: string) => `on “${subject}”`,
    unknown: 'Not known yet: test the workflow to see it.',
    empty: 'empty',
    options: 'Suggestions',
    insert: 'Insert a value',
    noMail: 'No mail to try on yet',
    on: 'on',
    previous: 'Previous mail',
    next: 'Next mail',
  },
  fr: {
    takes: 'le reprend',
    from: (subject: string) => `sur « ${subject} »`,
    unknown: 'Pas encore connu : testez le workflow pour le voir.',
    empty: 'vide',
    options: 'Suggestions',
    insert: 'Insérer une valeur',
    noMail: 'Aucun message pour essayer',
    on: 'sur',
    previous: 'Message précédent',
    next: 'Message suivant',
  },
})
