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
    until: 'Answer before',
    approved: 'Approved',
    rejected: 'Rejected',
    expired: 'This request has expired. Nothing was decided.',
    by: 'by',
    instead: 'Or',
    footer:
      'This mail was written by a workflow. Each link opens a page that asks once more before anything is decided.',
    oneClick: 'This mail was written by a workflow. Each link decides as soon as it is opened.',
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
    expired: "Cette demande a expiré. Rien n'a été décidé.",
    by: 'par',
    instead: 'Ou',
    footer:
      'Ce message a été écrit par un workflow. Chaque lien ouvre une page qui demande confirmation avant toute décision.',
    oneClick: "Ce message a été écrit par un workflow. Chaque lien décide dès qu'il est ouvert.",
  },
}

export const textsOf = (locale: Locale) => texts[locale]
export const showTime = (iso: string) => `${iso.slice(0, 16).replace('T', ' ')} UTC`
