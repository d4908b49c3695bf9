import { type BuiltIn, graphOf } from './build.ts'

const category = { en: 'Replying', fr: 'Réponses' }

export const answering: BuiltIn[] = [
  {
    id: '0191a000-0000-7000-8000-000000000001',
    name: { en: 'Acknowledge support requests', fr: "Accuser réception des demandes d'assistance" },
    description: {
      en: 'Replies to the first message of each conversation right away, so the sender knows it has arrived.',
      fr: 'Répond immédiatement au premier message de chaque conversation pour confirmer sa réception.',
    },
    category,
    graph: graphOf(
      'acknowledge',
      {
        mail: ['trigger.message', 'A request arrives', { firstInThreadOnly: true }],
        reply: [
          'mail.reply',
          'Confirm receipt',
          {
            body: 'Hello {{ sender.name ?? "" }},\n\nthank you for your message "{{ message.subject }}". We have received it and will reply within one business day.\n\nKind regards',
            quoteOriginal: false,
          },
        ],
        label: ['mail.label', 'Label as acknowledged', { add: ['acknowledged'] }],
      },
      [
        ['mail', 'reply'],
        ['reply', 'label'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000002',
    name: { en: 'Out-of-office reply', fr: 'Réponse automatique d’absence' },
    description: {
      en: 'Between two dates, replies with the day you are back.',
      fr: 'Entre deux dates, répond en indiquant votre date de retour.',
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
          'Reply with the return date',
          {
            body: 'Hello,\n\nwe are closed until {{ steps.dates.data.until }} and will reply once we are back.\n\nKind regards',
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
      en: 'Drafts a welcome message for first-time senders, for you to review. Requires a table "known-senders" with the address as its key.',
      fr: 'Prépare un message de bienvenue, à relire, pour les personnes qui vous écrivent pour la première fois. Nécessite une table « known-senders » dont la clé est l’adresse.',
    },
    category,
    graph: graphOf(
      'welcome',
      {
        mail: ['trigger.message', 'A message arrives', { firstInThreadOnly: true }],
        seen: ['data.seen_before', 'Known sender?', { table: 'known-senders', key: '{{ sender.email }}' }],
        draft: [
          'mail.draft',
          'Draft a welcome message',
          {
            body: 'Hello {{ sender.name ?? "" }},\n\nnice to meet you. I will look into your message and get back to you.\n\nKind regards',
            reason: 'First message from this sender',
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
      en: 'Stars messages that look like a complaint, notifies you and drafts a reply for review.',
      fr: 'Ajoute une étoile aux messages qui ressemblent à une réclamation, vous avertit et prépare une réponse à relire.',
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
          'Notify me',
          { title: 'Complaint from {{ sender.email }}', body: '{{ message.subject }}', severity: 'warning' },
        ],
        draft: [
          'mail.draft',
          'Draft a reply',
          {
            body: 'Hello {{ sender.name ?? "" }},\n\nI am sorry for the inconvenience. I am looking into it personally and will get back to you today.\n\nKind regards',
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
