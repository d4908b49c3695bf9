import { checkValue, isTemplate } from '@mailwright/contract/workflow-graph/check-value'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nodeTypes } from '../../src/nodes/index.ts'
import { compileValidator } from '../../src/platform/http/validate.ts'
import { judgeOf, type Schema } from './fuzz/schema.ts'
import { valuesOf } from './fuzz/values.ts'

// Graph validation has its own checker, which knows templates and two languages; the engine checks evaluated values
// with Ajv. Both must accept the same values.

const judge = judgeOf({})

const holdsTemplate = (value: unknown): boolean =>
  Array.isArray(value) || (typeof value === 'object' && value !== null)
    ? Object.values(value).some(holdsTemplate)
    : isTemplate(value)

/** The generator ignores lookaheads, so it sometimes makes names that the pattern forbids; both must reject them. */
const forGenerator = (schema: unknown) =>
  JSON.parse(JSON.stringify(schema), (key, value) =>
    key === 'pattern' && typeof value === 'string' ? value.replace(/\(\?!\([^)]*\)\$\)/, '') : value,
  ) as Schema

/** A valid value with one part replaced. */
const spoilt = (values: fc.Arbitrary<unknown>) =>
  fc
    .tuple(
      values,
      fc.constantFrom('mailboxIds', 'cases', 'text', 'conditions', 'unknown', 'max'),
      fc.jsonValue(),
    )
    .map(([value, key, other]) => ({ ...(value as object), [key]: other }))

describe.each(nodeTypes.map((one) => [one.type, one] as const))(
  'the parameters of %s',
  (_type, { params }) => {
    it('are validated as by the engine', () => {
      const validate = compileValidator('reply', params)
      const fitting = valuesOf(forGenerator(params), judge)
      fc.assert(
        fc.property(fc.oneof(fitting, spoilt(fitting)), (value) => {
          fc.pre(!holdsTemplate(value))
          const faults = checkValue(params, value)
          // Ajv writes defaults into its input.
          expect([faults.length === 0, faults[0]?.message.en]).toEqual([
            validate(structuredClone(value)),
            faults[0]?.message.en,
          ])
        }),
        { numRuns: 100, seed: 20261115 },
      )
    })
  },
)
