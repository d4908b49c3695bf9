import { en, fr, words } from '../../lib/words/words.ts'

export const deskWords = words({
  en: {
    title: 'Desk',
    queue: 'What waits for you',
    left: (count: number) => en(count, 'one left', `${count} left`),
    drafts: 'Drafts',
    approvals: 'Approvals',
    decision: 'Decision',
    position: (at: number, total: number) => `${at} of ${total}`,
    progress: (done: number) => en(done, 'One decided just now', `${done} decided just now`),
    next: 'Next',
    previous: 'Previous',
    back: 'Back to the queue',
    empty: 'Nothing waits for you',
    emptyText: 'Drafts of your workflows and their questions appear here.',
    emptyDone: (count: number) =>
      en(count, 'You decided one thing just now.', `You decided ${count} things just now.`),
    toInbox: 'Open the inbox',
    refused: (text: string) => `Not done: ${text}`,
    due: (time: string) => `until ${time}`,
  },
  fr: {
    title: 'Bureau',
    queue: 'Ce qui vous attend',
    left: (count: number) => fr(count, 'une décision', `${count} décisions`),
    drafts: 'Brouillons',
    approvals: 'Approbations',
    decision: 'Décision',
    position: (at: number, total: number) => `${at} sur ${total}`,
    progress: (done: number) =>
      fr(done, 'Une décision prise à l’instant', `${done} décisions prises à l’instant`),
    next: 'Suivant',
    previous: 'Précédent',
    back: 'Retour à la file',
    empty: 'Rien ne vous attend',
    emptyText: 'Les brouillons de vos workflows et leurs questions apparaissent ici.',
    emptyDone: (count: number) =>
      fr(count, 'Vous venez de prendre une décision.', `Vous venez de prendre ${count} décisions.`),
    toInbox: 'Ouvrir la boîte de réception',
    refused: (text: string) => `Non effectué : ${text}`,
    due: (time: string) => `jusqu’à ${time}`,
  },
})
