import { type BuiltIn, graphOf } from './build.ts'

const category = { en: 'Sorting', fr: 'Tri' }

export const sorting: BuiltIn[] = [
  {
    id: '0191a000-0000-7000-8000-000000000011',
    name: { en: 'Forward invoices to accounting', fr: 'Transférer les factures à la comptabilité' },
    description: {
      en: 'Forwards messages with an attached invoice to accounting, attachments included, and labels them.',
      fr: 'Transfère à la comptabilité les messages avec une facture jointe, pièces jointes comprises, et leur ajoute un libellé.',
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
          'Forward to accounting',
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
    name: { en: 'Archive newsletters', fr: 'Archiver les newsletters' },
    description: {
      en: 'Marks mailing-list messages as read and archives them.',
      fr: 'Marque comme lus les messages des listes de diffusion et les archive.',
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
    name: { en: 'Highlight important customers', fr: 'Repérer les clients importants' },
    description: {
      en: 'Stars messages from customers marked "important" in the table "customers" and notifies you. The table needs the columns "email" and "important".',
      fr: 'Ajoute une étoile aux messages des clients marqués « important » dans la table « customers » et vous avertit. La table doit avoir les colonnes « email » et « important ».',
    },
    category,
    graph: graphOf(
      'important',
      {
        mail: ['trigger.message', 'A message arrives'],
        find: [
          'data.find',
          'Important customer?',
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
          'Notify me',
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
    name: { en: 'Log attachments', fr: 'Répertorier les pièces jointes' },
    description: {
      en: 'Adds a row to the table "attachments" (columns "file", "sender", "subject", "received") for each attachment received.',
      fr: 'Ajoute une ligne à la table « attachments » (colonnes « file », « sender », « subject », « received ») pour chaque pièce jointe reçue.',
    },
    category,
    graph: graphOf(
      'register',
      {
        mail: [
          'trigger.message',
          'A message with attachments arrives',
          { conditions: [{ field: 'hasAttachment', value: true }] },
        ],
        each: ['flow.loop', 'For each attachment', { list: '{{ message.attachments }}' }],
        row: [
          'data.insert',
          'Add a row',
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
