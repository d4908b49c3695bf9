import { type BuiltIn, graphOf } from './build.ts'

const category = { en: 'Teamwork', fr: 'Travail en équipe' }

export const working: BuiltIn[] = [
  {
    id: '0191a000-0000-7000-8000-000000000021',
    name: { en: 'Approve invoices before payment', fr: 'Approuver les factures avant paiement' },
    description: {
      en: 'Requests approval for each invoice by email. Approved invoices are forwarded to payments; for rejected ones a reply is drafted.',
      fr: 'Demande par e-mail l’approbation de chaque facture. Les factures approuvées sont transférées pour paiement ; pour les factures refusées, une réponse est préparée.',
    },
    category,
    graph: graphOf(
      'approve',
      {
        mail: [
          'trigger.message',
          'An invoice arrives',
          {
            match: 'any',
            conditions: ['invoice', 'facture'].map((value) => ({
              field: 'attachmentName',
              operator: 'contains',
              value,
            })),
          },
        ],
        ask: [
          'human.approval',
          'Request approval',
          {
            title: 'Pay the invoice from {{ sender.name ?? sender.email }}?',
            details: '{{ message.subject }}\n\n{{ message.snippet }}',
          },
        ],
        pay: [
          'mail.forward',
          'Forward to payments',
          { to: 'payments@example.com', note: 'Approved by {{ steps.ask.data.decidedBy ?? "" }}' },
        ],
        refuse: [
          'mail.draft',
          'Draft a rejection',
          {
            body: 'Hello,\n\nwe cannot accept this invoice in its current form. I will get back to you with details.\n\nKind regards',
            reason: 'Invoice rejected',
          },
        ],
        late: [
          'human.notify',
          'No decision',
          { title: 'Invoice approval expired', body: '{{ message.subject }}', severity: 'warning' },
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
      en: 'Reminds you of a quote request after three days, during business hours.',
      fr: 'Vous rappelle une demande de devis au bout de trois jours, pendant les heures ouvrées.',
    },
    category,
    graph: graphOf(
      'follow-up',
      {
        mail: [
          'trigger.message',
          'A quote request arrives',
          {
            match: 'any',
            conditions: ['quote', 'offer', 'devis'].map((value) => ({
              field: 'subject',
              operator: 'contains',
              value,
            })),
          },
        ],
        days: ['flow.delay', 'Wait three days', { wait: { kind: 'duration', amount: 3, unit: 'days' } }],
        hours: [
          'flow.delay',
          'Wait for business hours',
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
          { title: 'Quote for {{ sender.name ?? sender.email }}?', body: '{{ message.subject }}' },
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
    name: { en: 'Website leads', fr: 'Prospects du site web' },
    description: {
      en: 'Receives submissions of a form on your website ("name", "email", "message"), saves them to the table "leads" and notifies you.',
      fr: 'Reçoit les envois d’un formulaire de votre site (« name », « email », « message »), les enregistre dans la table « leads » et vous avertit.',
    },
    category,
    graph: graphOf(
      'leads',
      {
        form: [
          'trigger.webhook',
          'The form is submitted',
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
          'Save the lead',
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
          'Notify me',
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
    name: { en: 'Notify another service', fr: 'Notifier un autre service' },
    description: {
      en: 'Posts the sender and subject of each message to a web service, with retries.',
      fr: 'Envoie l’expéditeur et l’objet de chaque message à un service web, avec de nouvelles tentatives en cas d’échec.',
    },
    category,
    graph: graphOf(
      'service',
      {
        mail: ['trigger.message', 'A message arrives'],
        post: [
          'external.http',
          'Call the service',
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
    name: { en: 'Daily unread summary', fr: 'Récapitulatif quotidien des messages non lus' },
    description: {
      en: 'Notifies you of unread messages on weekdays at 8 a.m.',
      fr: 'Vous signale les messages non lus, du lundi au vendredi à 8 h.',
    },
    category,
    graph: graphOf(
      'morning',
      {
        clock: [
          'trigger.schedule',
          'Every weekday at 8 a.m.',
          { cron: '0 8 * * 1-5', timeZone: 'Europe/Paris' },
        ],
        find: ['mail.find', 'Find unread messages', { q: 'in:inbox is:unread', limit: 50 }],
        tell: [
          'human.notify',
          'Notify me',
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
    name: { en: 'Monitor my workflows', fr: 'Surveiller mes workflows' },
    description: {
      en: 'When a workflow fails, adds a row to the table "failures" and notifies you.',
      fr: 'Lorsqu’un workflow échoue, ajoute une ligne à la table « failures » et vous avertit.',
    },
    category,
    graph: graphOf(
      'watch',
      {
        failed: ['trigger.failed', 'A workflow fails'],
        row: [
          'data.insert',
          'Log the failure',
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
          'Notify me',
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
