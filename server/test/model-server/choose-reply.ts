import { sampleValue } from './sample-value.ts'
import type { ModelCondition, ModelReply, ModelRequest, ModelRule } from './types.ts'

const contains = (text: string, wanted: string | RegExp | undefined) =>
  wanted === undefined ||
  (typeof wanted === 'string' ? text.toLowerCase().includes(wanted.toLowerCase()) : wanted.test(text))

function matches(request: ModelRequest, when: ModelCondition): boolean {
  const { messages } = request
  return (
    (when.provider === undefined || when.provider === request.provider) &&
    (when.model === undefined || when.model === request.model) &&
    (when.tool === undefined || request.tools.includes(when.tool)) &&
    (when.stream === undefined || when.stream === request.stream) &&
    contains(request.system, when.system) &&
    contains(messages.map((one) => one.text).join('\n'), when.text) &&
    contains(messages.at(-1)?.text ?? '', when.last)
  )
}

/** What the server says without a rule: a valid value for a schema, otherwise it repeats the last message. */
function defaultReply(request: ModelRequest): ModelReply {
  const last = request.messages.findLast((one) => one.role === 'user')?.text ?? ''
  if (request.schema) return { json: sampleValue(request.schema, last) }
  return { text: `This is a scripted model. You wrote: ${last.slice(0, 500)}` }
}

/** Applies the rules in order and counts their use. */
export function createChooser(initial: ModelRule[]) {
  let rules = initial
  const used = new Map<ModelRule, number>()
  return {
    setRules: (next: ModelRule[]) => {
      rules = next
      used.clear()
    },
    choose: (request: ModelRequest): ModelReply => {
      const rule = rules.find(
        (one) => (used.get(one) ?? 0) < (one.times ?? Infinity) && matches(request, one.when ?? {}),
      )
      if (!rule) return defaultReply(request)
      used.set(rule, (used.get(rule) ?? 0) + 1)
      return typeof rule.reply === 'function' ? rule.reply(request) : rule.reply
    },
  }
}
