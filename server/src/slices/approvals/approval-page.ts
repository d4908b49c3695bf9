import type { Locale } from '../../platform/http/call.ts'
import { escapeHtml } from '../../platform/text/escape-html.ts'
import type { LinkedApproval } from './approval-links.store.ts'
import { factsOf } from './compose-mail.ts'
import type { OpenedLink } from './decide-approval.ts'
import { showTime, textsOf } from './texts.ts'

export const pagePolicy =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 0; background: #f4f4f2; color: #1d1d1b }
  main { max-width: 38rem; margin: 8vh auto; padding: 2rem; background: #fff; border-radius: 12px }
  h1 { font-size: 1.3rem; margin: 0 0 1rem } dt { color: #66665f; font-size: .85rem } dd { margin: 0 0 .6rem }
  .details { white-space: pre-wrap; overflow-wrap: anywhere } header { color: #66665f; margin-bottom: 1rem }
  button, .button { font: inherit; padding: .7rem 1.6rem; border: 0; border-radius: 8px; background: #1d4ed8; color: #fff; text-decoration: none }
  .reject button { background: #b42318 } .outcome { font-weight: 600 }
  @media (prefers-color-scheme: dark) { body { background: #161615; color: #eee } main { background: #222 } header, dt { color: #a8a89f } }`

function outcomeOf(approval: LinkedApproval, locale: Locale): string | undefined {
  const t = textsOf(locale)
  if (approval.status === 'expired') return t.expired
  if (approval.status === 'pending') return undefined
  const what = approval.status === 'approved' ? t.approved : t.rejected
  const { decidedByAddress: address, decidedByLink: byLink } = approval
  const by = address ? ` ${byLink ? t.byLink : t.by} ${address}` : ''
  return `${what}${by}${approval.decidedAt ? `, ${showTime(approval.decidedAt)}` : ''}.`
}

type Frame = { locale: Locale; brandName: string }

const frame = (title: string, content: string, { locale, brandName }: Frame) =>
  `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">` +
  '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">' +
  `<title>${escapeHtml(title)} · ${escapeHtml(brandName)}</title><style>${style}</style></head>` +
  `<body><main><header>${escapeHtml(brandName)}</header><h1>${escapeHtml(title)}</h1>${content}` +
  '</main></body></html>'

/** For a visitor who may not decide: says who may, and nothing about the request. */
function closedPage({ approval, access }: OpenedLink, path: string, email: string | undefined, look: Frame) {
  const t = textsOf(look.locale)
  if (access === 'suspended') return frame(t.suspendedTitle, `<p>${escapeHtml(t.suspended)}</p>`, look)
  const other = email ? `<p>${escapeHtml(`${t.otherMember} ${email}.`)}</p>` : ''
  const content =
    `<p>${escapeHtml(`${t.signInNeeded} ${approval.approver}.`)}</p>${other}` +
    `<p><a class="button" href="/sign-in#${escapeHtml(path)}">${escapeHtml(t.signIn)}</a></p>`
  return frame(t.signInTitle, content, look)
}

type Visit = Frame & { opened: OpenedLink; path: string; email: string | undefined }

/** A self-contained page without scripts or external resources. It has one button while the approval is pending. */
export function approvalPage({ opened, path, email, ...look }: Visit): string {
  if (opened.access !== 'decide') return closedPage(opened, path, email, look)
  const { approval, decision } = opened
  const t = textsOf(look.locale)
  const facts = factsOf(approval, look.locale)
    .map(([name, value]) => `<dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd>`)
    .join('')
  const outcome = outcomeOf(approval, look.locale)
  const question = decision === 'approve' ? t.approveQuestion : t.rejectQuestion
  const act = outcome
    ? `<p class="outcome">${escapeHtml(outcome)}</p>`
    : `<p>${question}</p><form method="post" class="${decision}"><button type="submit">${t[decision]}</button></form>`
  const details = approval.details ? `<p class="details">${escapeHtml(approval.details)}</p>` : ''
  return frame(approval.title, `${details}<dl>${facts}</dl>${act}`, look)
}
