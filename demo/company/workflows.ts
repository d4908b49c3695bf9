import type { Graph } from '@mailwright/contract/workflow-graph/graph'
import { graphOf } from '../../server/src/slices/templates/built-in/build.ts'
import { members } from './people.ts'

export type DemoWorkflow = { name: string; graph: Graph; published: boolean }

const categories = [
  { name: 'order', description: 'Asks where an order is, or when it arrives.' },
  { name: 'return', description: 'Wants to send something back or exchange it.' },
  { name: 'quote', description: 'Asks for a price for a larger quantity.' },
  { name: 'complaint', description: 'Something is broken or late, and the customer is unhappy.' },
  { name: 'question', description: 'Any other question about products or shops.' },
]

/** Sorts the mail of customers, and prepares answers that rest on the table of orders. */
export const customerMail = (mailboxId: string): DemoWorkflow => {
  const compose = (instructions: string) => ({
    instructions,
    length: 'short',
    knowledge: [
      { table: 'orders', filters: [{ column: 'email', operator: 'eq', value: '{{ sender.email }}' }] },
    ],
  })
  const draft = (of: string, reason?: string) => ({
    body: `{{ steps.${of}.data.text }}`,
    ...(reason && { reason }),
  })
  return {
    name: 'Answer customers',
    published: true,
    graph: graphOf(
      'customers',
      {
        mail: [
          'trigger.message',
          'A customer writes',
          {
            mailboxIds: [mailboxId],
            firstInThreadOnly: true,
            conditions: [{ field: 'isNoReply', value: false }],
          },
        ],
        sort: ['ai.classify', 'What is it about?', { categories, learnAfter: 3 }],
        order: ['ai.compose', 'Answer about the order', compose('Say what the table of orders says.')],
        orderDraft: ['mail.draft', 'For review', draft('order')],
        returned: [
          'ai.compose',
          'Explain the return',
          compose('Returns are free within 30 days. The return label is in the account of the customer.'),
        ],
        returnDraft: ['mail.draft', 'For review', draft('returned')],
        flag: ['mail.flag', 'Star it'],
        sorry: ['ai.compose', 'Apologise', compose('Apologise. We send a replacement free of charge.')],
        sorryDraft: ['mail.draft', 'For review', draft('sorry', 'A complaint: please read it closely.')],
        quote: ['mail.label', 'Label as quote', { add: ['quote'] }],
        tell: [
          'human.notify',
          'Notify me',
          { title: 'Quote for {{ sender.name ?? sender.email }}', body: '{{ message.subject }}' },
        ],
        unsure: ['mail.label', 'Label as unsorted', { add: ['unsorted'] }],
      },
      [
        ['mail', 'sort'],
        ['sort', 'order', 'order'],
        ['order', 'orderDraft'],
        ['sort', 'returned', 'return'],
        ['returned', 'returnDraft'],
        ['sort', 'flag', 'complaint'],
        ['flag', 'sorry'],
        ['sorry', 'sorryDraft'],
        ['sort', 'quote', 'quote'],
        ['quote', 'tell'],
        ['sort', 'unsure', 'unsure'],
      ],
    ),
  }
}

/** Invoices into a table; what is over 1,000 is approved first. */
export const invoices = (): DemoWorkflow => ({
  name: 'Invoices into the table',
  published: true,
  graph: graphOf(
    'invoices',
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
      read: [
        'ai.extract',
        'Read the invoice',
        {
          fields: [
            { name: 'number', description: 'The number of the invoice.', required: true },
            { name: 'supplier', description: 'Who sent it.' },
            { name: 'amount', description: 'The total.', type: 'number', required: true },
            { name: 'due', description: 'When it must be paid.', type: 'date' },
          ],
        },
      ],
      large: [
        'flow.if',
        'Over 1,000?',
        {
          conditions: [
            { type: 'number', value: '{{ steps.read.data.amount }}', operator: 'gt', compareTo: 1000 },
          ],
        },
      ],
      ask: [
        'human.approval',
        'Ask for approval',
        {
          title: 'Pay {{ steps.read.data.amount }} EUR to {{ steps.read.data.supplier ?? sender.email }}?',
          details: 'Invoice {{ steps.read.data.number }}, due on {{ steps.read.data.due ?? "?" }}.',
          approvers: members.filter(({ key }) => key !== 'camille').map(({ email }) => email),
        },
      ],
      row: [
        'data.upsert',
        'Add it to the table',
        {
          table: 'invoices',
          values: {
            number: '{{ steps.read.data.number }}',
            supplier: '{{ steps.read.data.supplier ?? sender.email }}',
            amount: '{{ steps.read.data.amount }}',
            due: '{{ steps.read.data.due }}',
            state: 'to pay',
          },
        },
      ],
      label: ['mail.label', 'Label it', { add: ['invoice'] }],
      refused: ['mail.label', 'Label as refused', { add: ['refused'] }],
      incomplete: [
        'human.notify',
        'It could not be read',
        { title: 'An invoice could not be read', body: '{{ message.subject }}', severity: 'warning' },
      ],
    },
    [
      ['mail', 'read'],
      ['read', 'large'],
      ['read', 'incomplete', 'incomplete'],
      ['large', 'ask', 'true'],
      ['large', 'row', 'false'],
      ['ask', 'row', 'approved'],
      ['ask', 'refused', 'rejected'],
      ['row', 'label'],
    ],
  ),
})

/** Notices of the carrier; one that names no order fails, so that somebody looks. */
export const parcels = (mailboxId: string): DemoWorkflow => ({
  name: 'Parcel notices',
  published: true,
  graph: graphOf(
    'parcels',
    {
      mail: [
        'trigger.message',
        'The carrier writes',
        {
          mailboxIds: [mailboxId],
          includeAutomatic: true,
          conditions: [{ field: 'from', operator: 'domain', value: 'parcelwise.example' }],
        },
      ],
      number: [
        'flow.text',
        'Find the order',
        { text: '{{ message.text }}', operations: [{ kind: 'extract', pattern: 'Reference: (LU-\\d+)' }] },
      ],
      find: [
        'data.find',
        'Do we know it?',
        {
          table: 'orders',
          filters: [
            { column: 'number', operator: 'eq', value: '{{ steps.number.data.text }}' },
            { column: 'status', operator: 'ne', value: 'in production' },
          ],
          limit: 1,
        },
      ],
      update: [
        'data.update',
        'Mark as shipped',
        {
          table: 'orders',
          filters: [{ column: 'number', operator: 'eq', value: '{{ steps.number.data.text }}' }],
          values: { status: 'shipped' },
        },
      ],
      read: ['mail.read', 'Mark as read'],
      unknown: [
        'flow.fail',
        'Unknown order',
        { message: 'The order of this parcel has not left the workshop.' },
      ],
    },
    [
      ['mail', 'number'],
      ['number', 'find'],
      ['find', 'update', 'found'],
      ['update', 'read'],
      ['find', 'unknown', 'none'],
    ],
  ),
})

/** An acknowledgement in French, sent at once. */
export const acknowledge = (mailboxId: string): DemoWorkflow => ({
  name: 'Accuser réception',
  published: true,
  graph: graphOf(
    'acknowledge',
    {
      mail: [
        'trigger.message',
        'Un revendeur écrit',
        {
          mailboxIds: [mailboxId],
          firstInThreadOnly: true,
          match: 'any',
          conditions: ['commande', 'devis'].map((value) => ({
            field: 'subject',
            operator: 'contains',
            value,
          })),
        },
      ],
      reply: [
        'mail.reply',
        'Confirmer',
        {
          body: 'Bonjour,\n\nnous avons bien reçu votre message « {{ message.subject }} » et vous répondrons sous un jour ouvré.\n\nBien cordialement,\nCamille Roux',
          quoteOriginal: false,
        },
      ],
      label: ['mail.label', 'Étiqueter', { add: ['à traiter'] }],
    },
    [
      ['mail', 'reply'],
      ['reply', 'label'],
    ],
  ),
})

/** Requests of the form on the web site. */
export const leads = (): DemoWorkflow => ({
  name: 'Leads from the web site',
  published: true,
  graph: graphOf(
    'leads',
    {
      form: ['trigger.webhook', 'The form is submitted'],
      row: [
        'data.upsert',
        'Save the lead',
        {
          table: 'leads',
          values: {
            email: '{{ trigger.body.email }}',
            name: '{{ trigger.body.name }}',
            interest: '{{ trigger.body.interest }}',
          },
        },
      ],
    },
    [['form', 'row']],
  ),
})
