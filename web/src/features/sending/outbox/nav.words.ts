import { en, fr, words } from '../../../lib/words/words.ts'

export const navWords = words({
  en: {
    title: 'Outbox',
    count: (count: number) => en(count, 'One mail needs you', `${count} mails need you`),
  },
  fr: {
    title: 'Boîte d’envoi',
    count: (count: number) =>
      fr(count, 'Un message attend votre intervention', `${count} messages attendent votre intervention`),
  },
})
