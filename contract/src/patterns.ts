import { ids, keyAccess, route } from './route.ts'
import {
  boolean,
  choice,
  dateTime,
  integer,
  list,
  named,
  object,
  optional,
  string,
  text,
  uuid,
} from './schema.ts'

const Pattern = named(
  'LearnedPattern',
  object({
    id: uuid(),
    workflowId: uuid(),
    nodeId: string(),
    sender: string(),
    subjectShape: string(),
    labels: list(string()),
    seen: integer(),
    status: choice('learning', 'active', 'disabled'),
    createdAt: dateTime(),
    updatedAt: dateTime(),
  }),
)

export const patterns = {
  list: route({
    method: 'GET',
    path: '/api/v1/workflows/{id}/patterns',
    access: keyAccess('workflows:read'),
    title: { en: 'List learned patterns', fr: 'Lister les schémas appris' },
    description: {
      en: 'What the classifiers of a workflow have learned: mails of one sender with subjects of one shape (`#` stands for digits) that the model always classified in the same way. An `active` pattern answers without a model.',
      fr: "Ce que les classificateurs d'un workflow ont appris : des courriels d'un même expéditeur dont l'objet a une même forme (`#` représente des chiffres) et que le modèle a toujours classés de la même façon. Un schéma `active` répond sans modèle.",
    },
    openDetail: true,
    params: ids('id'),
    status: 200,
    reply: object({ patterns: list(Pattern) }),
    notFound: 'workflow.not_found',
  }),
  forget: route({
    method: 'POST',
    path: '/api/v1/workflows/{id}/patterns/forget',
    access: keyAccess('workflows:write'),
    title: { en: 'Forget what was learned from a message', fr: "Oublier ce qu'un message a appris" },
    description: {
      en: 'After a wrong answer: deletes the patterns of the workflow that stand for mails like this one, so that the model is asked again. None for an unknown message.',
      fr: 'Après une réponse erronée : supprime les schémas du workflow qui valent pour les courriels semblables, afin que le modèle soit de nouveau interrogé. Aucun pour un message inconnu.',
    },
    openDetail: true,
    params: ids('id'),
    body: object({ messageId: uuid() }),
    status: 200,
    reply: object({ forgotten: integer() }),
    notFound: 'workflow.not_found',
  }),
  edit: route({
    method: 'PATCH',
    path: '/api/v1/patterns/{id}',
    access: keyAccess('workflows:write'),
    title: { en: 'Edit a learned pattern', fr: 'Modifier un schéma appris' },
    description: {
      en: '`enabled` makes it answer, or keeps it from answering and from being learned again. `labels` replaces its answer.',
      fr: "`enabled` le fait répondre, ou l'empêche de répondre et d'être appris de nouveau. `labels` remplace sa réponse.",
    },
    openDetail: true,
    params: ids('id'),
    body: object({ enabled: optional(boolean()), labels: optional(list(text(1, 40), 0, 30)) }),
    status: 200,
    reply: object({ pattern: Pattern }),
    notFound: 'pattern.not_found',
  }),
  remove: route({
    method: 'DELETE',
    path: '/api/v1/patterns/{id}',
    access: keyAccess('workflows:write'),
    title: { en: 'Forget a learned pattern', fr: 'Oublier un schéma appris' },
    description: {
      en: 'The model is asked again.',
      fr: 'Le modèle est de nouveau interrogé.',
    },
    openDetail: true,
    params: ids('id'),
    status: 204,
    notFound: 'pattern.not_found',
  }),
}
