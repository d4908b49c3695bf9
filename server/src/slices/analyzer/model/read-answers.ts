import { GroupTopic } from '@mailwright/contract/analyzer'
import type { Topic } from '../grouping/topics.ts'
import { asName } from '../proposals/build-graph.ts'
import type { Recipe } from '../proposals/recipes.ts'
import type { Judged } from '../report/judge-groups.ts'

/** What a model says about a group. */
export type Answer = { name: string; topic: Topic | null; recipe: Recipe | null }

/** As the schema declares it. */
type Raw = {
  key: string
  name: string
  topic: string
  action: string
  label: string
  folder: string
  reply: string
}

const topics: ReadonlySet<string> = new Set((GroupTopic as unknown as { enum: string[] }).enum)

/** Texts of a model become parameters of nodes: never an expression. */
const plain = (text: string) => text.replaceAll(/\{\{|\}\}/g, '').trim()

function recipeOf({ action, label, folder, reply }: Raw, folders: string[]): Recipe | null {
  if (action === 'archive' || action === 'notify') return { kind: action }
  if (action === 'label' && plain(label) !== '') return { kind: 'label', label: asName(plain(label)) }
  if (action === 'file' && folders.includes(folder)) return { kind: 'file', folder }
  if (action === 'draft' && plain(reply) !== '') return { kind: 'draft', body: plain(reply) }
  return null
}

/** The answer fits its schema; keys outside the batch and empty parameters are dropped all the same. */
export function readAnswers(data: unknown, batch: Judged[], folders: string[]): Map<string, Answer> {
  const keys = new Set(batch.map(({ group }) => group.key))
  const { groups } = data as { groups: Raw[] }
  return new Map(
    groups
      .filter(({ key }) => keys.has(key))
      .map((raw) => [
        raw.key,
        {
          name: plain(raw.name) === '' ? '' : asName(plain(raw.name)),
          topic: topics.has(raw.topic) ? (raw.topic as Topic) : null,
          recipe: recipeOf(raw, folders),
        },
      ]),
  )
}
