import { type BuiltIn, graphOf } from './build.ts'

const category = { en: 'Sorting mail', fr: 'Trier le courrier' }

export const sorting: BuiltIn[] = [
  {
    id: '0191a000-0000-7000-8000-000000000011',
    name: { en: 'Invoices to accounting', fr: 'Factures à la comptabilité' },
    description: {
      en: 'Forwards mail with an invoice attached to accounting, with the attachments, and labels it.',
      fr: 'Transfère à la comptabilité le courrier avec une facture jointe, pièces comprises, et le marque.',
    },
    category,
    graph: graphOf(
      'invoices',
      {
        mail: [
          'trigger.message',
          'An invoice arrives',
          {
            match: 'any',
            conditions: ['invoice', 'facture', 'rechnung'].map((value) => ({
              field: 'attachmentName',
              operator: 'contains',
              value,
            })),
          },
        ],
        forward: [
          'mail.forward',
          'To accounting',
          { to: 'accounting@example.com', note: 'Invoice from {{ sender.email }}' },
        ],
        label: ['mail.label', 'Label it', { add: ['invoice'] }],
      },
      [
        ['mail', 'forward'],
        ['forward', 'label'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000012',
    name: { en: 'Newsletters out of the way', fr: 'Les lettres d’information de côté' },
    description: {
      en: 'Marks mailing lists as read and archives them.',
      fr: 'Marque les listes de diffusion comme lues et les archive.',
    },
    category,
    graph: graphOf(
      'newsletters',
      {
        mail: [
          'trigger.message',
          'A newsletter arrives',
          { includeLists: true, conditions: [{ field: 'isMailingList', value: true }] },
        ],
        read: ['mail.read', 'Mark as read'],
        archive: ['mail.archive', 'Archive'],
      },
      [
        ['mail', 'read'],
        ['read', 'archive'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000013',
    name: { en: 'Important customers first', fr: 'Les clients importants d’abord' },
    description: {
      en: 'Stars mail of customers in the table "customers" whose column "important" is set, and tells you. The table has a column "email".',
      fr: 'Marque le courrier des clients de la table « customers » dont la colonne « important » est cochée, et vous avertit. La table a une colonne « email ».',
    },
    category,
    graph: graphOf(
      'important',
      {
        mail: ['trigger.message', 'A message arrives'],
        find: [
          'data.find',
          'An important customer?',
          {
            table: 'customers',
            filters: [
              { column: 'email', operator: 'eq', value: '{{ sender.email }}' },
              { column: 'important', operator: 'eq', value: true },
            ],
            limit: 1,
          },
        ],
        flag: ['mail.flag', 'Star it'],
        tell: [
          'human.notify',
          'Tell me',
          { title: '{{ sender.name ?? sender.email }} wrote', body: '{{ message.subject }}' },
        ],
      },
      [
        ['mail', 'find'],
        ['find', 'flag', 'found'],
        ['flag', 'tell'],
      ],
    ),
  },
  {
    id: '0191a000-0000-7000-8000-000000000014',
    name: { en: 'A register of attachments', fr: 'Un registre des pièces jointes' },
    description: {
      en: 'Writes a row for each attachment that arrives into the table "attachments" (columns "file", "sender", "subject", "received").',
      fr: 'Écrit une ligne par pièce jointe reçue dans la table « attachments » (colonnes « file », « sender », « subject », « received »).',
    },
    category,
    graph: graphOf(
      'register',
      {
        mail: [
          'trigger.message',
          'A message with attachments',
          { conditions: [{ field: 'hasAttachment', value: true }] },
        ],
        each: ['flow.loop', 'For each attachment', { list: '{{ message.attachments }}' }],
        row: [
          'data.insert',
          'Write it down',
          {
            table: 'attachments',
            values: {
              file: '{{ loop.item.filename }}',
              sender: '{{ sender.email }}',
              subject: '{{ message.subject }}',
              received: '{{ message.receivedAt }}',
            },
          },
        ],
      },
      [
        ['mail', 'each'],
        ['each', 'row', 'item'],
        ['row', 'each'],
      ],
    ),
  },
]
