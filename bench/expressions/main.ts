// `node bench/expressions/main.ts [--seconds 0.5]`
// Evaluations of typical expressions per CPU second, each parsed once. The rate is stable on a busy machine.
import { parseArgs } from 'node:util'
import {
  compileParams,
  evaluateTemplate,
  parseTemplate,
  renderParams,
  type Template,
} from '../../contract/src/workflow-graph/expressions/index.ts'

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '0.5' } } })
const seconds = Number(values.seconds)
const target = 100_000

const items = Array.from({ length: 10 }, (_, i) => ({
  name: `Item ${i}`,
  amount: i * 1.5,
  isPaid: i % 2 === 0,
}))
const body =
  'Dear team,\n\nplease find invoice INV-2026-0815 over 1.234,50 EUR attached.\n\nKind regards\nAda\n'.repeat(
    8,
  )
const scope = {
  message: { subject: 'Invoice INV-2026-0815', text: body, from: { name: 'Ada', email: 'ada@example.org' } },
  trigger: { body: { id: 42, tags: ['urgent', 'billing'] } },
  steps: { extract: { data: { amount: 1234.5, currency: 'EUR', items } } },
  now: '2026-11-15T09:30:00.000Z',
}

const sources = [
  '{{ message.subject }}',
  '{{ steps.extract.data.amount * 1.2 }}',
  '{{ trigger.body.missing | default("none") }}',
  '{{ steps.extract.data.amount > 1000 and "urgent" in trigger.body.tags }}',
  'Hello {{ message.from.name }}, thank you for "{{ message.subject | lower }}".',
  '{{ message.from | addressDomain }}',
  '{{ contains(message.subject, "invoice") ? "billing" : "other" }}',
  '{{ matches(message.subject, "^(re: )?invoice", "i") }}',
  '{{ extract(message.subject, "INV-(\\d{4}-\\d+)") }}',
  '{{ steps.extract.data.amount | round(1) | formatNumber(2, "fr") }}',
  '{{ formatDate(now, "dd/MM/yyyy HH:mm", "Europe/Paris") }}',
  '{{ sum(steps.extract.data.items, x => x.amount) }}',
  '{{ filter(steps.extract.data.items, x => x.isPaid) | map(x => x.name) | join }}',
  '{{ extract(message.text, "over ([\\d.,]+) EUR") | toNumber }}',
]

const parse = (source: string): Template => {
  const template = parseTemplate(source)
  if (!template.ok) throw new Error(`${source}: ${template.fault.message.en}`)
  return template.value
}

const cpu = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** Calls per CPU second, after a warm-up of a fifth of the time. */
function rateOf(call: () => unknown, perCall = 1): number {
  const runUntil = (until: number) => {
    let count = 0
    while (cpu() < until) for (let i = 0; i < 500; i++, count++) call()
    return count
  }
  runUntil(cpu() + seconds / 5)
  const started = cpu()
  return (runUntil(started + seconds) * perCall) / (cpu() - started)
}

const show = (rate: number, what: string) =>
  console.log(`${Math.round(rate).toLocaleString('en').padStart(12)}/s  ${what}`)

const templates = sources.map(parse)
for (const [i, template] of templates.entries())
  show(
    rateOf(() => evaluateTemplate(template, scope)),
    sources[i] ?? '',
  )

const mix = rateOf(() => {
  for (const template of templates) evaluateTemplate(template, scope)
}, templates.length)
show(
  mix,
  `mix of all ${templates.length}, target ${target.toLocaleString('en')}: ${mix < target ? 'MISSED' : 'ok'}`,
)

const params = compileParams({
  to: '{{ message.from.email }}',
  subject: 'Re: {{ message.subject }}',
  cc: [],
  text: body,
})
show(
  rateOf(() => renderParams(params, scope)),
  'params with four fields, two of them templates',
)
const source = sources.join('\n')
show(
  rateOf(() => parse(source), source.length),
  `characters parsed of a template of ${source.length}`,
)
if (mix < target) process.exitCode = 1
