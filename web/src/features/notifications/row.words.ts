import { fr, words } from '../../lib/words/words.ts'

/** In the navigation, and so loaded with the first page; the other texts come with theirs. */
export const rowWords = words({
  en: { title: 'Notifications', unread: (count: number) => `${count} unread` },
  fr: {
    title: 'Notifications',
    unread: (count: number) => fr(count, `${count} non lue`, `${count} non lues`),
  },
})
