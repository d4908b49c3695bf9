const texts = {
  en: {
    subject: (total: number) => (total === 1 ? 'One item waits for you' : `${total} items wait for you`),
    drafts: (n: number) => (n === 1 ? '1 draft to review' : `${n} drafts to review`),
    approvals: (n: number) => (n === 1 ? '1 approval to decide' : `${n} approvals to decide`),
    dueSoon: (n: number) => (n === 1 ? '1 is due within 24 hours' : `${n} are due within 24 hours`),
    draft: 'Draft',
    approval: 'Approval',
    untitled: '(no subject)',
    from: 'from',
    due: 'due',
    more: (n: number) => (n === 1 ? 'and 1 more' : `and ${n} more`),
    open: 'Open the desk',
    settings: 'Change when you get this email',
  },
  fr: {
    subject: (total: number) =>
      total === 1 ? 'Un élément attend votre décision' : `${total} éléments attendent votre décision`,
    drafts: (n: number) => (n === 1 ? '1 brouillon à relire' : `${n} brouillons à relire`),
    approvals: (n: number) => (n === 1 ? '1 approbation à décider' : `${n} approbations à décider`),
    dueSoon: (n: number) =>
      n === 1 ? '1 arrive à échéance sous 24 heures' : `${n} arrivent à échéance sous 24 heures`,
    draft: 'Brouillon',
    approval: 'Approbation',
    untitled: '(sans objet)',
    from: 'de',
    due: 'échéance',
    more: (n: number) => (n === 1 ? 'et 1 autre' : `et ${n} autres`),
    open: 'Voir ce qui attend votre décision',
    settings: 'Choisir quand vous recevez cet e-mail',
  },
}

export const digestTexts = (locale: 'en' | 'fr') => texts[locale]
