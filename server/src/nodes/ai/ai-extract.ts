import {
  boolean,
  choice,
  list,
  object,
  optional,
  string,
  text,
  withDefault,
} from '@mailwright/contract/schema'
import type { ValueFault } from '@mailwright/contract/workflow-graph/check-value'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import { askFields, askParams, requestOf, timeoutMs } from './ai-params.ts'

const Field = object({
  // Reserved: what the step's data holds beside the fields.
  name: string({ pattern: '^(?!(passages|missing|error)$)[a-zA-Z][a-zA-Z0-9_]{0,39}$' }),
  description: withDefault(text(0, 1_000), ''),
  type: withDefault(choice('text', 'number', 'date', 'boolean', 'email', 'choice'), 'text'),
  choices: optional(list(text(1, 200), 1, 50)),
  required: withDefault(boolean(), false),
})

const twice = { en: 'Two fields have the same name.', fr: 'Deux champs portent le même nom.' }
const noChoices = {
  en: 'A choice needs its possible values.',
  fr: 'Un choix doit avoir des valeurs possibles.',
}

type Given = { name?: unknown; type?: unknown; choices?: unknown }

function checkFields({ fields }: Record<string, unknown>): ValueFault[] {
  const given = Array.isArray(fields) ? (fields as Given[]) : []
  const names = given.map(({ name }) => name)
  return given.flatMap(({ name, type, choices }, at) => [
    ...(names.indexOf(name) < at ? [{ path: ['fields', at, 'name'], message: twice }] : []),
    ...(type === 'choice' && !Array.isArray(choices)
      ? [{ path: ['fields', at, 'choices'], message: noChoices }]
      : []),
  ])
}

export const aiExtract = defineNode({
  type: 'ai.extract',
  version: 1,
  group: 'ai',
  effect: 'none',
  title: { en: 'Extract', fr: 'Extraire' },
  description: {
    en: 'Reads fields from the message, each with the passage it comes from. What the message does not say is null. Continues with "incomplete" if a required field is missing.',
    fr: "Lit des champs dans le message, chacun avec le passage dont il provient. Ce que le message ne dit pas est nul. Continue par « incomplete » s'il manque un champ obligatoire.",
  },
  params: object({ ...askParams, fields: list(Field, 1, 40) }),
  fields: {
    ...askFields,
    fields: field('Fields', 'Champs'),
    'fields.name': field('Name', 'Nom', {
      en: 'Letters, digits and _.',
      fr: 'Lettres, chiffres et _.',
    }),
    'fields.description': field('What it is', "Ce que c'est"),
    'fields.type': field('Type', 'Type'),
    'fields.choices': field('Possible values', 'Valeurs possibles'),
    'fields.required': field('Required', 'Obligatoire'),
  },
  ports: { fixed: ['main', 'incomplete'] },
  check: checkFields,
  uses: ['ai'],
  scopes: ['messages:read'],
  timeoutMs,
  async run({ params, run, use, signal }) {
    const fields = params.fields.map(({ name, description = '', type = 'text', choices }) => ({
      name,
      description,
      type,
      ...(choices && { choices }),
    }))
    const request = { ...requestOf(params, run), fields }
    const { values, passages, missing } = await use.ai.extract(request, signal)
    const lacks = params.fields.some(({ name, required }) => required && missing.includes(name))
    return { port: lacks ? 'incomplete' : 'main', data: { ...values, passages, missing } }
  },
})
