import { type BuiltIn, graphOf } from './build.ts'

const category = { en: 'Working together', fr: 'Travailler ensemble' }

export const working: BuiltIn[] = [
  {
    id: '0191a000-0000-7000-8000-000000000021',
    name: { en: 'Approve before it is paid', fr: 'Approuver avant de payer' },
    description: {
      en: 'Asks for approval of each invoice by mail; what is approved goes to payments, what is rejected is answered.',
      fr: 'Demande par courriel l’approbation de chaque facture ; approuvée, elle part au paiement, refusée, elle reçoit une réponse.',
    },
    category,
    graph: graphOf(
      'approve',
      {
        mail: [
          'trigger.message',
          'An invoice arrives',
          { conditions: [{ field: 'attachmentName', operator: 'contains', value: 'invoice' }] },
        ],
        ask: [
          'human.approval',
          'Pay it?',
          {
            title: 'Pay the invoice of {{ sender.name ?? sender.email }}?',
            details: '{{ message.subject }}\n\n{{ message.snippet }}',
          },
        ],
        pay: [
          'mail.forward',
          'To payments',
          { to: 'payments@example.com', note: 'Approved by {{ steps.ask.data.decidedBy ?? "" }}' },
        ],
        refuse: [
          'mail.draft',
          'Prepare a refusal',
          {
            body: 'Hello,\n\nwe cannot accept this invoice as it is. I will come back to you with the reasons.\n\nKind regards',
            reason: 'Invoice rejected',
          },
        ],
        late: [
          'human.notify',
          'Nobody decided',
          { title: 'Nobody decided on an invoice', body: '{{ message.subject }}', severity: 'warning' },
        ],
      },
      [
        ['mail', 'ask'],
        ['ask', 'pay', 'approved'],
        ['ask', 'refuse', 'rejected'],
        ['ask', 'late', 'expired'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000022',
    name: { en: 'Follow up after three days', fr: 'Relancer après trois jours' },
    description: {
      en: 'Reminds you of a message that asks for an offer, three days later, in working hours.',
      fr: 'Vous rappelle une demande de devis trois jours plus tard, aux heures ouvrées.',
    },
    category,
    graph: graphOf(
      'follow-up',
      {
        mail: [
          'trigger.message',
          'Somebody asks for an offer',
          {
            match: 'any',
            conditions: ['quote', 'offer', 'devis'].map((value) => ({
              field: 'subject',
              operator: 'contains',
              value,
            })),
          },
        ],
        days: ['flow.delay', 'Three days', { wait: { kind: 'duration', amount: 3, unit: 'days' } }],
        hours: [
          'flow.delay',
          'Until working hours',
          {
            wait: {
              kind: 'working_hours',
              days: ['mon', 'tue', 'wed', 'thu', 'fri'],
              from: '09:00',
              to: '18:00',
              timeZone: 'Europe/Paris',
            },
          },
        ],
        tell: [
          'human.notify',
          'Remind me',
          { title: 'Offer for {{ sender.name ?? sender.email }}?', body: '{{ message.subject }}' },
        ],
      },
      [
        ['mail', 'days'],
        ['days', 'hours'],
        ['hours', 'tell'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000023',
    name: { en: 'Leads from the web site', fr: 'Les contacts du site web' },
    description: {
      en: 'Takes what a form on your site sends ("name", "email", "message"), writes it into the table "leads" and tells you.',
      fr: 'Reçoit ce qu’envoie un formulaire de votre site (« name », « email », « message »), l’écrit dans la table « leads » et vous avertit.',
    },
    category,
    graph: graphOf(
      'leads',
      {
        form: [
          'trigger.webhook',
          'The form is sent',
          {
            fields: ['name', 'email', 'message'].map((name) => ({
              name,
              type: 'text',
              required: name !== 'message',
            })),
          },
        ],
        row: [
          'data.upsert',
          'Write it down',
          {
            table: 'leads',
            values: {
              email: '{{ trigger.body.email }}',
              name: '{{ trigger.body.name }}',
              message: '{{ trigger.body.message | default("") }}',
            },
          },
        ],
        tell: [
          'human.notify',
          'Tell me',
          { title: 'New lead: {{ trigger.body.name }}', body: '{{ trigger.body.message | default("") }}' },
        ],
      },
      [
        ['form', 'row'],
        ['row', 'tell'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000024',
    name: { en: 'Tell another service', fr: 'Prévenir un autre service' },
    description: {
      en: 'Sends the sender and the subject of each message to a web service of yours, and tries again when it does not answer.',
      fr: 'Envoie l’expéditeur et l’objet de chaque message à un service web, et réessaie s’il ne répond pas.',
    },
    category,
    graph: graphOf(
      'service',
      {
        mail: ['trigger.message', 'A message arrives'],
        post: [
          'external.http',
          'Tell the service',
          {
            method: 'POST',
            url: 'https://example.com/hooks/mail',
            body: { kind: 'json', value: { from: '{{ sender.email }}', subject: '{{ message.subject }}' } },
          },
          { retry: { maxAttempts: 5, delayMs: 30_000 } },
        ],
      },
      [['mail', 'post']],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000025',
    name: { en: 'Unread mail, every morning', fr: 'Le courrier non lu, chaque matin' },
    description: {
      en: 'On working days at eight, sends you a list of what is still unread.',
      fr: 'Les jours ouvrés à huit heures, vous envoie la liste de ce qui reste à lire.',
    },
    category,
    graph: graphOf(
      'morning',
      {
        clock: ['trigger.schedule', 'Every working day', { cron: '0 8 * * 1-5', timeZone: 'Europe/Paris' }],
        find: ['mail.find', 'What is unread', { q: 'in:inbox is:unread', limit: 50 }],
        tell: [
          'human.notify',
          'Tell me',
          {
            title: '{{ count(steps.find.data.messages) }} unread messages',
            body: '{{ join(map(steps.find.data.messages, m => m.subject ?? ""), "\\n") }}',
          },
        ],
      },
      [
        ['clock', 'find'],
        ['find', 'tell', 'found'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000026',
    name: { en: 'Watch over my workflows', fr: 'Surveiller mes workflows' },
    description: {
      en: 'When a workflow fails, writes it into the table "failures" and tells you.',
      fr: 'Quand un workflow échoue, l’écrit dans la table « failures » et vous avertit.',
    },
    category,
    graph: graphOf(
      'watch',
      {
        failed: ['trigger.failed', 'A workflow fails'],
        row: [
          'data.insert',
          'Write it down',
          {
            table: 'failures',
            values: {
              workflow: '{{ trigger.workflow.name }}',
              error: '{{ trigger.error.message }}',
              at: '{{ now }}',
            },
          },
        ],
        tell: [
          'human.notify',
          'Tell me',
          {
            title: '{{ trigger.workflow.name }} failed',
            body: '{{ trigger.error.message }}',
            severity: 'error',
          },
        ],
      },
      [
        ['failed', 'row'],
        ['row', 'tell'],
      ],
    ),
  },
]
