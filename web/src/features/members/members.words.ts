import { en, fr, words } from '../../lib/words/words.ts'

export const memberWords = words({
  en: {
    member: 'Member',
    role: 'Role',
    state: 'State',
    mailboxes: 'Mailboxes',
    workflows: 'Workflows',
    since: 'Since',
    actions: 'Actions',
    you: '(you)',
    roleOf: (name: string) => `Role of ${name}`,
    roles: { member: 'Member', admin: 'Administrator' },
    roleTexts: {
      member: 'Manages their own mailboxes and workflows.',
      admin: 'Also manages members, AI connections and the organisation.',
    },
    states: { active: 'Active', suspended: 'Deactivated' },
    find: 'Find a member',
    noneFound: 'Nobody found',
    noneFoundText: 'Try another part of the name or address.',
    cancel: 'Cancel',
    roleChanged: (name: string, role: string) => `${name}: ${role.toLowerCase()}.`,
    deactivate: 'Deactivate',
    deactivateOne: (name: string) => `Deactivate ${name}`,
    deactivateTitle: (name: string) => `Deactivate ${name}?`,
    deactivateText: 'All of this happens at once. Reactivating gives back the account, not the rest.',
    effects: {
      sessions: 'They are signed out everywhere',
      mailboxes: (count: number) =>
        count === 0
          ? 'No mailbox is connected'
          : en(count, 'One mailbox is disconnected', `${count} mailboxes are disconnected`),
      workflows: (count: number) =>
        count === 0
          ? 'No workflow is published'
          : en(count, 'One workflow is unpublished', `${count} workflows are unpublished`),
      runs: 'Running and waiting runs are cancelled',
      mail: 'Mail waiting to be sent is held',
      keys: 'Their API keys are refused',
    },
    deactivated: (name: string, sessions: number, mailboxes: number, workflows: number) =>
      `${name} is deactivated: ${en(sessions, 'one session', `${sessions} sessions`)}, ${en(mailboxes, 'one mailbox', `${mailboxes} mailboxes`)}, ${en(workflows, 'one workflow', `${workflows} workflows`)}.`,
    reactivate: 'Reactivate',
    reactivateOne: (name: string) => `Reactivate ${name}`,
    reactivated: (name: string) => `${name} can sign in again. Mailboxes and workflows stay off.`,
    demoteSelf: 'Give up the role',
    demoteSelfTitle: 'Give up your own role as administrator?',
    demoteSelfText:
      'You leave the administration at once. Only another administrator can give the role back.',
    invite: 'Invite',
    inviteTitle: 'Invite a member',
    inviteHint: 'No email is sent. You get a link and pass it on yourself.',
    email: 'Email address',
    createLink: 'Create the link',
    linkTitle: 'The invitation is ready',
    linkText: (email: string, date: string) => `Send this link to ${email}. It works once, until ${date}.`,
    link: 'Invitation link',
    linkOnce: 'It is not shown again. You can create a new one at any time.',
    copy: 'Copy the link',
    copied: 'Copied',
    done: 'Done',
    noInvitations: 'No open invitations',
    noInvitationsText: 'Invite colleagues with a link that you pass on yourself.',
    invitationsLead: 'Invitations that nobody has accepted yet. A link is shown only when it is created.',
    invitedBy: (name: string, time: string) => `invited by ${name}, ${time}`,
    expired: 'Expired',
    validUntil: (time: string) => `Valid until ${time}`,
    newLink: 'New link',
    withdraw: 'Withdraw',
    withdrawOne: (email: string) => `Withdraw the invitation of ${email}`,
    withdrawn: (email: string) => `The invitation of ${email} no longer works.`,
    scopeLead:
      'Decides whose mail no workflow of any member sees. Applied before the lists of the members. Changes apply to new mail.',
  },
  fr: {
    member: 'Membre',
    role: 'Rôle',
    state: 'État',
    mailboxes: 'Boîtes mail',
    workflows: 'Workflows',
    since: 'Depuis',
    actions: 'Actions',
    you: '(vous)',
    roleOf: (name: string) => `Rôle de ${name}`,
    roles: { member: 'Membre', admin: 'Administrateur' },
    roleTexts: {
      member: 'Gère ses propres boîtes mail et workflows.',
      admin: 'Gère aussi les membres, les connexions IA et l’organisation.',
    },
    states: { active: 'Actif', suspended: 'Désactivé' },
    find: 'Chercher un membre',
    noneFound: 'Personne',
    noneFoundText: 'Essayez une autre partie du nom ou de l’adresse.',
    cancel: 'Annuler',
    roleChanged: (name: string, role: string) => `${name} : ${role.toLowerCase()}.`,
    deactivate: 'Désactiver',
    deactivateOne: (name: string) => `Désactiver ${name}`,
    deactivateTitle: (name: string) => `Désactiver ${name} ?`,
    deactivateText: 'Tout cela se produit aussitôt. Réactiver rend le compte, pas le reste.',
    effects: {
      sessions: 'Ses sessions prennent fin partout',
      mailboxes: (count: number) =>
        count === 0
          ? 'Aucune boîte mail n’est connectée'
          : fr(count, 'Une boîte mail est déconnectée', `${count} boîtes mail sont déconnectées`),
      workflows: (count: number) =>
        count === 0
          ? 'Aucun workflow n’est publié'
          : fr(count, 'Un workflow est dépublié', `${count} workflows sont dépubliés`),
      runs: 'Ses exécutions en cours ou en attente sont annulées',
      mail: 'Le courrier en attente d’envoi est retenu',
      keys: 'Ses clés API sont refusées',
    },
    deactivated: (name: string, sessions: number, mailboxes: number, workflows: number) =>
      `${name} est désactivé : ${fr(sessions, `${sessions} session`, `${sessions} sessions`)}, ${fr(mailboxes, `${mailboxes} boîte mail`, `${mailboxes} boîtes mail`)}, ${fr(workflows, `${workflows} workflow`, `${workflows} workflows`)}.`,
    reactivate: 'Réactiver',
    reactivateOne: (name: string) => `Réactiver ${name}`,
    reactivated: (name: string) =>
      `${name} peut à nouveau se connecter. Boîtes mail et workflows restent arrêtés.`,
    demoteSelf: 'Renoncer au rôle',
    demoteSelfTitle: 'Renoncer à votre propre rôle d’administrateur ?',
    demoteSelfText:
      'Vous quittez l’administration aussitôt. Seul un autre administrateur pourra vous rendre le rôle.',
    invite: 'Inviter',
    inviteTitle: 'Inviter un membre',
    inviteHint: 'Aucun e-mail n’est envoyé. Vous recevez un lien et le transmettez vous-même.',
    email: 'Adresse e-mail',
    createLink: 'Créer le lien',
    linkTitle: 'L’invitation est prête',
    linkText: (email: string, date: string) =>
      `Transmettez ce lien à ${email}. Il fonctionne une fois, jusqu’au ${date}.`,
    link: 'Lien d’invitation',
    linkOnce: 'Il ne sera plus affiché. Vous pouvez en créer un nouveau à tout moment.',
    copy: 'Copier le lien',
    copied: 'Copié',
    done: 'Terminé',
    noInvitations: 'Aucune invitation ouverte',
    noInvitationsText: 'Invitez des collègues par un lien que vous transmettez vous-même.',
    invitationsLead:
      'Les invitations que personne n’a encore acceptées. Un lien n’est affiché qu’à sa création.',
    invitedBy: (name: string, time: string) => `par ${name}, ${time}`,
    expired: 'Expirée',
    validUntil: (time: string) => `Valable jusqu’à ${time}`,
    newLink: 'Nouveau lien',
    withdraw: 'Annuler',
    withdrawOne: (email: string) => `Annuler l’invitation de ${email}`,
    withdrawn: (email: string) => `L’invitation de ${email} ne fonctionne plus.`,
    scopeLead:
      'Décide de qui aucun workflow d’aucun membre ne voit le courrier. Appliqué avant les listes des membres. Les changements s’appliquent au nouveau courrier.',
  },
})
