import type { Locale } from '../../platform/http/call.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { plainText } from '../../platform/text/plain-text.ts'
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

function compose(about: About, { text, html }: Action, locale: Locale, brandName: string, footer: string) {
  const t = textsOf(locale)
  const facts = factsOf(about, locale)
  const bodyText = [
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
    `<h2>${escapeHtml(about.title)}</h2>${details}${rows}<p>${html}</p>` +
    `<p><small>${escapeHtml(footer)}<br>${escapeHtml(brandName)}</small></p>`
  return { subject: plainText(`${t.needed}: ${about.title}`, 200), bodyText, bodyHtml }
}

type Personal = {
  base: string
  locale: Locale
  brandName: string
  footer: 'footer' | 'oneClick' | 'signInFooter'
}

/** The mail that the approver gets, with the links. */
export function composePersonal(about: About, { base, locale, brandName, footer }: Personal) {
  const t = textsOf(locale)
  const links = { approve: `${base}/approve`, reject: `${base}/reject` }
  const text = [`${t.approve}: ${links.approve}`, `${t.reject}: ${links.reject}`]
  const html = `<a href="${links.approve}">${t.approve}</a> &nbsp; <a href="${links.reject}">${t.reject}</a>`
  return compose(about, { text, html }, locale, brandName, t[footer])
}

/** The same mail without the links, for the outbox and for the copy in Sent. */
export function composeCopy(
  about: About,
  { approver, locale, brandName }: { approver: string; locale: Locale; brandName: string },
) {
  const t = textsOf(locale)
  const note = `${t.withheld} ${approver}.`
  return compose(about, { text: [note], html: escapeHtml(note) }, locale, brandName, t.copyFooter)
}
