import type { Locale } from '../../platform/http/call.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import { plainText } from '../../platform/text/plain-text.ts'
import type { ApprovalRow } from './approvals.store.ts'
import { showTime, textsOf } from './texts.ts'

type About = Pick<ApprovalRow, 'title' | 'details' | 'trigger' | 'expiresAt' | 'workflowName'>

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

export function composeMail(
  about: About,
  {
    base,
    locale,
    brandName,
    oneClick,
  }: { base: string; locale: Locale; brandName: string; oneClick: boolean },
) {
  const t = textsOf(locale)
  const footer = oneClick ? t.oneClick : t.footer
  const facts = factsOf(about, locale)
  const links = { approve: `${base}/approve`, reject: `${base}/reject` }
  const bodyText = [
    about.title,
    ...(about.details ? ['', about.details] : []),
    '',
    ...facts.map(([name, value]) => `${name}: ${value}`),
    '',
    `${t.approve}: ${links.approve}`,
    `${t.reject}: ${links.reject}`,
    '',
    footer,
    `-- \n${brandName}`,
  ].join('\n')
  const rows = facts
    .map(([name, value]) => `<p><b>${escapeHtml(name)}:</b> ${escapeHtml(value)}</p>`)
    .join('')
  const details = about.details ? `<p>${escapeHtml(about.details).replaceAll('\n', '<br>')}</p>` : ''
  const bodyHtml =
    `<h2>${escapeHtml(about.title)}</h2>${details}${rows}` +
    `<p><a href="${links.approve}">${t.approve}</a> &nbsp; <a href="${links.reject}">${t.reject}</a></p>` +
    `<p><small>${escapeHtml(footer)}<br>${escapeHtml(brandName)}</small></p>`
  return { subject: plainText(`${t.needed}: ${about.title}`, 200), bodyText, bodyHtml }
}
