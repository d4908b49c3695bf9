import { words } from '../../lib/words/words.ts'

export const approvalWords = words({
  en: {
    group: 'Approval',
    pending: 'Your decision',
    until: (time: string) => `until ${time}`,
    approve: 'Approve',
    reject: 'Reject',
    skip: 'Skip',
    approved: 'Approved: the workflow continues',
    rejected: 'Rejected: the workflow continues',
    final: 'A decision is final; the workflow continues at once.',
    mail: 'The mail behind it',
    gone: 'This approval is no longer waiting.',
    workflow: (name: string) => `Asked by ${name}`,
  },
  fr: {
    group: 'Approbation',
    pending: 'À décider',
    until: (time: string) => `jusqu’au ${time}`,
    approve: 'Approuver',
    reject: 'Rejeter',
    skip: 'Passer',
    approved: 'Approuvé : le workflow continue',
    rejected: 'Rejeté : le workflow continue',
    final: 'Une décision est définitive ; le workflow continue aussitôt.',
    mail: 'Le message à l’origine',
    gone: 'Cette approbation n’attend plus.',
    workflow: (name: string) => `Demandé par ${name}`,
  },
})
