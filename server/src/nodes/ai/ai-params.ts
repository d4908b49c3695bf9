import { LlmProvider } from '@mailwright/contract/ai'
import { object, optional, text, uuid, withDefault } from '@mailwright/contract/schema'
import type { ParamField } from '@mailwright/contract/workflow-graph/node-type'
import { permanent, type RunFacts } from '../../engine/define-node.ts'
import { field } from '../field.ts'
import type { AiMaterial, AiModel } from '../ports.ts'

// Shared by the nodes that ask a model.

const Model = object({
  provider: LlmProvider,
  model: text(1, 200),
})

export const askParams = {
  messageId: optional(uuid()),
  text: optional(text(0, 100_000)),
  instructions: withDefault(text(0, 8_000), ''),
  model: optional(Model),
}

export const askFields = {
  messageId: field('Message', 'Message', {
    en: 'If empty, the message of this run.',
    fr: 'Si ce champ est vide, le message de cette exécution.',
  }),
  text: field('Text', 'Texte', {
    en: 'Read instead of a message.',
    fr: "Lu à la place d'un message.",
  }),
  instructions: field('Instructions', 'Consignes', {
    en: 'What the model should know or heed.',
    fr: 'Ce que le modèle doit savoir ou respecter.',
  }),
  model: field('Model', 'Modèle', {
    en: 'If empty, the default for this purpose.',
    fr: 'Si ce champ est vide, le modèle par défaut pour cet usage.',
  }),
  'model.provider': field('Provider', 'Fournisseur'),
  'model.model': field('Name of the model', 'Nom du modèle'),
} satisfies Record<string, ParamField>

type Asked = { messageId?: string; text?: string; instructions: string; model?: AiModel }

export const findMaterial = ({ messageId, text: given }: Asked, run: RunFacts): AiMaterial | undefined => {
  if (given !== undefined) return { text: given }
  const found = messageId ?? run.messageId
  return found === null ? undefined : { messageId: found }
}

export const requestOf = (params: Asked, run: RunFacts) => {
  const material = findMaterial(params, run)
  if (!material) throw permanent('mail.no_message', 'This run has no message: choose one, or give a text.')
  return { material, instructions: params.instructions, ...(params.model && { model: params.model }) }
}

/** A model may take a while, and waits for its turn before that. */
export const timeoutMs = 180_000

// Of a language: `fr`, `pt-BR`.
export const language = () =>
  withDefault(text(2, 12, { pattern: '^(mail|[a-z]{2,3}(-[A-Za-z0-9]{2,8})?)$' }), 'mail')
export const languageField = field('Language', 'Langue', {
  en: 'A code such as en or fr, or "mail" for the language of the message.',
  fr: 'Un code tel que en ou fr, ou « mail » pour la langue du message.',
})
