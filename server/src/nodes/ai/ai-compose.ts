import {
  boolean,
  choice,
  integer,
  list,
  object,
  optional,
  uuid,
  withDefault,
} from '@mailwright/contract/schema'
import { filters, match, readFilters, table, tableFields } from '../data/table-params.ts'
import { defineNode } from '../define-node.ts'
import { field } from '../field.ts'
import {
  askFields,
  askParams,
  findMaterial,
  language,
  languageField,
  requestOf,
  timeoutMs,
} from './ai-params.ts'

const Knowledge = object({
  table: table(),
  filters: withDefault(filters(0), []),
  match: match(),
  limit: withDefault(integer(1, 50), 10),
})

export const aiCompose = defineNode({
  type: 'ai.compose',
  version: 1,
  group: 'ai',
  // It writes a text. Only a mail node sends it, and not without review if a statement in it has no source.
  effect: 'none',
  title: { en: 'Compose', fr: 'Rédiger' },
  description: {
    en: 'Writes the text of a reply or a new email; who receives it is up to the mail node. A mail with a statement, link or address that stands in no message, table or instruction always goes to review.',
    fr: "Rédige le texte d'une réponse ou d'un nouvel e-mail ; le nœud d'envoi décide du destinataire. Un courriel dont une affirmation, un lien ou une adresse ne figure dans aucun message, table ou consigne passe toujours en relecture.",
  },
  params: object({
    ...askParams,
    kind: withDefault(choice('reply', 'new'), 'reply'),
    tone: withDefault(choice('neutral', 'friendly', 'formal'), 'friendly'),
    language: language(),
    length: withDefault(choice('short', 'medium', 'long'), 'medium'),
    knowledge: withDefault(list(Knowledge, 0, 5), []),
    useEarlierAnswers: withDefault(boolean(), true),
    readAttachments: withDefault(boolean(), false),
    signatureId: optional(uuid()),
  }),
  fields: {
    ...askFields,
    kind: field('Type', 'Type', {
      en: 'A reply to the message, or a new email.',
      fr: 'Une réponse au message, ou un nouvel e-mail.',
    }),
    tone: field('Tone', 'Ton'),
    language: languageField,
    length: field('Length', 'Longueur'),
    knowledge: field('Knowledge', 'Connaissances', {
      en: 'Rows of tables that the text may use.',
      fr: 'Lignes de tables que le texte peut utiliser.',
    }),
    'knowledge.table': tableFields.table,
    'knowledge.filters': tableFields.filters,
    'knowledge.filters.column': tableFields['filters.column'],
    'knowledge.filters.operator': tableFields['filters.operator'],
    'knowledge.filters.value': tableFields['filters.value'],
    'knowledge.match': tableFields.match,
    'knowledge.limit': field('Limit', 'Nombre maximal'),
    useEarlierAnswers: field('Use earlier answers', 'Utiliser les réponses précédentes', {
      en: 'Writes as you have answered this person before.',
      fr: 'Écrit comme vous avez déjà répondu à cette personne.',
    }),
    readAttachments: field('Read attachments', 'Lire les pièces jointes', {
      en: 'Text and PDF files.',
      fr: 'Fichiers texte et PDF.',
    }),
    signatureId: field('Signature', 'Signature', { refersTo: 'signature' }),
  },
  ports: { fixed: ['main'] },
  uses: ['ai'],
  scopes: ['messages:read', 'tables:read'],
  timeoutMs,
  async run({ params, run, use, signal }) {
    const { kind, tone, length, knowledge, useEarlierAnswers, readAttachments, signatureId } = params
    const material = kind === 'reply' ? requestOf(params, run).material : findMaterial(params, run)
    const composed = await use.ai.compose(
      {
        kind,
        material,
        instructions: params.instructions,
        ...(params.model && { model: params.model }),
        tone,
        language: params.language,
        length,
        knowledge: knowledge.map(({ table: name, filters: given = [], match: how = 'all', limit = 10 }) => ({
          table: name,
          filters: readFilters(given),
          match: how,
          limit,
        })),
        useEarlierAnswers,
        readAttachments,
        ...(signatureId && { signatureId }),
      },
      signal,
    )
    const count = composed.toCheck.length
    const message = `${count === 1 ? '1 statement stands' : `${count} statements stand`} in no source.`
    const warnings = count > 0 ? [{ code: 'ai.to_check', message }] : []
    return { data: composed, warnings }
  },
})
