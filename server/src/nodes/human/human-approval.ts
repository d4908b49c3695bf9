import { choice, integer, object, optional, text, union, withDefault } from '@mailwright/contract/schema'
import { type NodeResult, permanent } from '../../engine/define-node.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { Recipients, readRecipients } from '../mail/recipients.ts'
import type { ApprovalState } from '../ports.ts'
import { knownSpanMs, misfits, Span, spanMs } from './follow-up.ts'

const maxApprovers = 10
const defaultDeadline = { amount: 3, unit: 'days' } as const

const decided = ({ status, decidedBy, decidedAt }: ApprovalState): NodeResult => ({
  port: status,
  data: { decision: status, decidedBy, decidedAt },
})

export const humanApproval = defineNode({
  type: 'human.approval',
  version: 1,
  group: 'human',
  effect: 'human',
  title: { en: 'Ask for approval', fr: 'Demander une approbation' },
  description: {
    en: 'Asks people to approve or reject, in the app or by a link in an email, and waits for the decision.',
    fr: "Demande à des personnes d'approuver ou de refuser, dans l'application ou par un lien dans un e-mail, et attend la décision.",
  },
  params: object({
    title: text(1, 200),
    details: optional(text(0, 10_000)),
    deadline: withDefault(
      union(
        object({ amount: integer(1, 90), unit: choice('days') }),
        object({ amount: integer(1, 2160), unit: choice('hours') }),
      ),
      defaultDeadline,
    ),
    approvers: optional(Recipients),
    remind: optional(Span()),
    escalate: optional(object({ after: Span(), to: text(1, 400, { pattern: '^[^\\r\\n\\0]*$' }) })),
  }),
  fields: {
    title: field('Question', 'Question', {
      en: 'For example: Send the offer to {{ sender.email }}?',
      fr: "Par exemple : Envoyer l'offre à {{ sender.email }} ?",
    }),
    details: field('Details', 'Détails', {
      en: 'What people need to know to decide.',
      fr: 'Les informations nécessaires pour décider.',
    }),
    deadline: field('Deadline', 'Délai', {
      en: 'From one hour to 90 days. After that the run continues with "expired".',
      fr: "D'une heure à 90 jours. Ensuite, l'exécution continue par « expired ».",
    }),
    'deadline.amount': field('Amount', 'Quantité'),
    'deadline.unit': field('Unit', 'Unité'),
    approvers: field('Approvers', 'Approbateurs', {
      en: 'Email addresses. If empty, you decide.',
      fr: 'Adresses e-mail. Si ce champ est vide, vous décidez.',
    }),
    remind: field('Reminder', 'Rappel', {
      en: 'How long before the deadline the approvers are reminded if nobody has decided.',
      fr: "Combien de temps avant la fin du délai les approbateurs sont relancés si personne n'a décidé.",
    }),
    'remind.amount': field('Amount', 'Quantité'),
    'remind.unit': field('Unit', 'Unité'),
    escalate: field('Escalation', 'Escalade', {
      en: 'Asks another member as well if nobody has decided after this time.',
      fr: "Sollicite aussi un autre membre si personne n'a décidé après ce délai.",
    }),
    'escalate.after': field('After', 'Après'),
    'escalate.after.amount': field('Amount', 'Quantité'),
    'escalate.after.unit': field('Unit', 'Unité'),
    'escalate.to': field('Member', 'Membre', {
      en: 'The email address of a member. If it belongs to no active member, an administrator is asked.',
      fr: "L'adresse e-mail d'un membre. Si aucun membre actif n'a cette adresse, un administrateur est sollicité.",
    }),
  },
  languages: { approvers: 'addresses', 'escalate.to': 'addresses' },
  check: ({ deadline = defaultDeadline, remind, escalate }) => {
    const deadlineMs = knownSpanMs(deadline)
    const after = typeof escalate === 'object' && escalate !== null && 'after' in escalate && escalate.after
    if (deadlineMs === undefined) return []
    return misfits({ deadlineMs, remindMs: knownSpanMs(remind), escalateMs: knownSpanMs(after) })
  },
  ports: { fixed: ['approved', 'rejected', 'expired'] },
  uses: ['people'],
  scopes: ['approvals:write', 'messages:write'],
  async run({ params: { title, details, deadline, approvers, remind, escalate }, run, use }) {
    const asked = Date.parse(run.now)
    const at = (ms: number) => new Date(asked + ms).toISOString()
    const deadlineMs = spanMs(deadline)
    const times = {
      deadlineMs,
      remindMs: remind && spanMs(remind),
      escalateMs: escalate && spanMs(escalate.after),
    }
    const [misfit] = misfits(times)
    if (misfit) throw permanent('node.params_invalid', misfit.message.en)
    const [to] = escalate ? readRecipients(escalate.to, 1) : []
    const expiresAt = at(deadlineMs)
    const { id } = await use.people.askApproval({
      title,
      details: details ?? null,
      expiresAt,
      approvers: readRecipients(approvers, maxApprovers),
      ...(run.mailboxId === null ? {} : { mailboxId: run.mailboxId }),
      ...(remind ? { remindAt: at(deadlineMs - spanMs(remind)) } : {}),
      ...(escalate && to ? { escalation: { at: at(spanMs(escalate.after)), to } } : {}),
    })
    const effects = [{ kind: 'approval.asked', description: `Approval requested: ${title}` }]
    return {
      wait: { for: 'approval', until: expiresAt, ref: id },
      data: { approvalId: id, expiresAt },
      effects,
    }
  },
  async resume({ use, run, waiting, data }) {
    const state = waiting.ref === undefined ? undefined : await use.people.findApproval(waiting.ref)
    const isLate = waiting.until !== null && Date.parse(run.now) >= Date.parse(waiting.until)
    if (state && state.status !== 'pending') return decided(state)
    // A deleted approval can no longer be decided.
    if (!state || isLate) return decided({ id: '', status: 'expired', decidedBy: null, decidedAt: null })
    return { wait: waiting, data }
  },
})
