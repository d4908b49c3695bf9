import { type BuiltIn, graphOf } from './build.ts'

const category = { en: 'Answering mail', fr: 'Répondre au courrier' }

export const answering: BuiltIn[] = [
  {
    id: '0191a000-0000-7000-8000-000000000001',
    name: { en: 'Acknowledge support requests', fr: "Accuser réception des demandes d'assistance" },
    description: {
      en: 'Answers the first message of each conversation at once, so that people know that it has arrived.',
      fr: 'Répond aussitôt au premier message de chaque conversation, pour que chacun sache qu’il est arrivé.',
    },
    category,
    graph: graphOf(
      'acknowledge',
      {
        mail: ['trigger.message', 'A request arrives', { firstInThreadOnly: true }],
        reply: [
          'mail.reply',
          'Say that it has arrived',
          {
            body: 'Hello {{ sender.name ?? "" }},\n\nthank you for your message "{{ message.subject }}". We have received it and answer within one working day.\n\nKind regards',
            quoteOriginal: false,
          },
        ],
        label: ['mail.label', 'Note that it was acknowledged', { add: ['acknowledged'] }],
      },
      [
        ['mail', 'reply'],
        ['reply', 'label'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000002',
    name: { en: 'Answer while we are closed', fr: 'Répondre pendant la fermeture' },
    description: {
      en: 'Between two dates, tells people when you are back.',
      fr: 'Entre deux dates, dit aux gens quand vous revenez.',
    },
    category,
    graph: graphOf(
      'closed',
      {
        mail: ['trigger.message', 'A message arrives', { firstInThreadOnly: true }],
        dates: [
          'flow.set',
          'The dates',
          {
            fields: [
              { name: 'from', value: '2026-12-24' },
              { name: 'until', value: '2027-01-04' },
            ],
          },
        ],
        closed: [
          'flow.filter',
          'Only while we are closed',
          {
            conditions: [
              {
                type: 'date',
                value: '{{ now }}',
                operator: 'after',
                compareTo: '{{ steps.dates.data.from }}',
              },
              {
                type: 'date',
                value: '{{ now }}',
                operator: 'before',
                compareTo: '{{ steps.dates.data.until }}',
              },
            ],
            reason: 'We are open.',
          },
        ],
        reply: [
          'mail.reply',
          'Say when we are back',
          {
            body: 'Hello,\n\nwe are closed until {{ steps.dates.data.until }} and answer after that.\n\nKind regards',
            quoteOriginal: false,
          },
        ],
      },
      [
        ['mail', 'dates'],
        ['dates', 'closed'],
        ['closed', 'reply'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000003',
    name: { en: 'Welcome new contacts', fr: 'Accueillir les nouveaux contacts' },
    description: {
      en: 'Prepares a welcome for people who write for the first time, for you to review. Needs a table "known-senders" whose key is the address.',
      fr: 'Prépare un mot d’accueil pour qui écrit pour la première fois, à relire. Demande une table « known-senders » dont la clé est l’adresse.',
    },
    category,
    graph: graphOf(
      'welcome',
      {
        mail: ['trigger.message', 'A message arrives', { firstInThreadOnly: true }],
        seen: [
          'data.seen_before',
          'Written to us before?',
          { table: 'known-senders', key: '{{ sender.email }}' },
        ],
        draft: [
          'mail.draft',
          'Prepare a welcome',
          {
            body: 'Hello {{ sender.name ?? "" }},\n\nnice to meet you. I will look into your message and come back to you.\n\nKind regards',
            reason: 'First message of this person',
          },
        ],
      },
      [
        ['mail', 'seen'],
        ['seen', 'draft', 'new'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000004',
    name: { en: 'Escalate complaints', fr: 'Faire remonter les réclamations' },
    description: {
      en: 'Stars messages that sound like a complaint, tells you, and prepares an answer for review.',
      fr: 'Marque les messages qui ressemblent à une réclamation, vous avertit et prépare une réponse à relire.',
    },
    category,
    graph: graphOf(
      'complaints',
      {
        mail: [
          'trigger.message',
          'A complaint arrives',
          {
            match: 'any',
            conditions: ['complaint', 'réclamation', 'unacceptable', 'inacceptable', 'refund'].map(
              (value) => ({
                field: 'body',
                operator: 'contains',
                value,
              }),
            ),
          },
        ],
        flag: ['mail.flag', 'Star it'],
        tell: [
          'human.notify',
          'Tell me',
          { title: 'Complaint from {{ sender.email }}', body: '{{ message.subject }}', severity: 'warning' },
        ],
        draft: [
          'mail.draft',
          'Prepare an answer',
          {
            body: 'Hello {{ sender.name ?? "" }},\n\nI am sorry for the trouble. I am looking into it personally and come back to you today.\n\nKind regards',
            reason: 'Complaint',
          },
        ],
      },
      [
        ['mail', 'flag'],
        ['flag', 'tell'],
        ['tell', 'draft'],
      ],
    ),
  },
]
