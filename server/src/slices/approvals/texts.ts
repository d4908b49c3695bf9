import type { Locale } from '../../platform/http/call.ts'

const texts = {
  en: {
    needed: 'Approval needed',
    approve: 'Approve',
    reject: 'Reject',
    approveQuestion: 'Approve this request?',
    rejectQuestion: 'Reject this request?',
    from: 'From',
    subject: 'Subject',
    received: 'Received',
    workflow: 'Workflow',
    until: 'Respond by',
    approved: 'Approved',
    rejected: 'Rejected',
    expired: 'This request has expired without a decision.',
    by: 'by',
    footer: 'This email was sent by a workflow. Each link opens a page where you confirm your decision.',
    oneClick: 'This email was sent by a workflow. Opening a link submits your decision immediately.',
  },
  fr: {
    needed: 'Approbation demandée',
    approve: 'Approuver',
    reject: 'Refuser',
    approveQuestion: 'Approuver cette demande ?',
    rejectQuestion: 'Refuser cette demande ?',
    from: 'De',
    subject: 'Objet',
    received: 'Reçu',
    workflow: 'Workflow',
    until: 'Répondre avant',
    approved: 'Approuvée',
    rejected: 'Refusée',
    expired: 'Cette demande a expiré sans décision.',
    by: 'par',
    footer:
      'Ce message a été envoyé par un workflow. Chaque lien ouvre une page où vous confirmez votre décision.',
    oneClick:
      "Ce message a été envoyé par un workflow. L'ouverture d'un lien valide immédiatement votre décision.",
  },
}

export const textsOf = (locale: Locale) => texts[locale]
export const showTime = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`
