import type { Locale } from '../../platform/http/call.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import type { LinkPurpose } from './approval-links.store.ts'
import type { ApprovalRow } from './approvals.store.ts'
import { showTime, textsOf } from './texts.ts'

export type About = Pick<ApprovalRow, 'title' | 'details' | 'trigger' | 'expiresAt' | 'workflowName'>

/** What the approver needs to know, as label and value. */
export function factsOf({ trigger, workflowName, expiresAt }: About, locale: Locale): [string, string][] {
  const t = textsOf(locale)
  const sender =
    trigger && (trigger.fromName ? `${trigger.fromName} <${trigger.fromEmail}>` : trigger.fromEmail)
  return [
    ...(trigger && sender
      ? ([
          [t.from, sender],
          [t.subject, trigger.subject],
          [t.received, showTime(trigger.receivedAt)],
        ] as [string, string][])
      : []),
    [t.workflow, workflowName],
    [t.until, showTime(expiresAt)],
  ]
}

type Action = { text: string[]; html: string }
type Look = { purpose: LinkPurpose; locale: Locale; brandName: string }

function introOf({ purpose, locale }: Look): string | undefined {
  if (purpose === 'ask') return undefined
  return textsOf(locale)[purpose === 'remind' ? 'remindIntro' : 'escalateIntro']
}

function compose(about: About, { text, html }: Action, look: Look, footer: string) {
  const { purpose, locale, brandName } = look
  const t = textsOf(locale)
  const facts = factsOf(about, locale)
  const intro = introOf(look)
  const bodyText = [
    ...(intro ? [intro, ''] : []),
    about.title,
    ...(about.details ? ['', about.details] : []),
    '',
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    ...text,
    '',
    footer,
    `-- \n${brandName}`,
  ].join('\n')
  const rows = facts
    .map(([name, value]) => `<p><b>${escapeHtml(name)}:</b> ${escapeHtml(value)}</p>`)
    .join('')
  const details = about.details ? `<p>${escapeHtml(about.details).replaceAll('\n', '<br>')}</p>` : ''
  const bodyHtml =
    `${intro ? `<p>${escapeHtml(intro)}</p>` : ''}<h2>${escapeHtml(about.title)}</h2>${details}${rows}<p>${html}</p>` +
    `<p><small>${escapeHtml(footer)}<br>${escapeHtml(brandName)}</small></p>`
  return { subject: plainText(`${t[purpose]}: ${about.title}`, 200), bodyText, bodyHtml }
}

type Personal = Look & { base: string; footer: 'footer' | 'oneClick' | 'signInFooter' }

/** The mail that the approver gets, with the links. */
export function composePersonal(about: About, { base, footer, ...look }: Personal) {
  const t = textsOf(look.locale)
  const links = { approve: `${base}/approve`, reject: `${base}/reject` }
  const text = [`${t.approve}: ${links.approve}`, `${t.reject}: ${links.reject}`]
  const html = `<a href="${links.approve}">${t.approve}</a> &nbsp; <a href="${links.reject}">${t.reject}</a>`
  return compose(about, { text, html }, look, t[footer])
}

/** The same mail without the links, for the outbox and for the copy in Sent. */
export function composeCopy(about: About, { approver, ...look }: Look & { approver: string }) {
  const t = textsOf(look.locale)
  const note = `${t.withheld} ${approver}.`
  return compose(about, { text: [note], html: escapeHtml(note) }, look, t.copyFooter)
}
