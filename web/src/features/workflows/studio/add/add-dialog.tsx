import { useWords } from '../../../../lib/words/words.ts'
import type { NodeType, Step } from '../document/graph.types.ts'
import { iconOf, useCatalogue } from '../node-types.tsx'
import { studioWords } from '../studio.words.ts'
import { findTypes } from './find-types.ts'
import ListDialog from './list-dialog.tsx'

type AddDialogProps = { after: Step | undefined; onAdd(type: NodeType): void; onClose(): void }

/** Adds a step by typing. */
export function AddDialog({ after, onAdd, onClose }: AddDialogProps) {
  const t = useWords(studioWords)
  const catalogue = useCatalogue()
  const types = [...catalogue.values()]
  return (
    <ListDialog
      title={after ? t.addAfter(after.name) : t.add}
      none={t.noHits}
      entriesFor={(find) =>
        findTypes(types, find, t.groups)
          // After a step, starts come last.
          .toSorted((a, b) => (after ? Number(a.group === 'trigger') - Number(b.group === 'trigger') : 0))
          .map((type) => ({
            id: type.type,
            icon: iconOf(type.type),
            title: type.title,
            detail: type.description,
            ...(type.effect !== 'none' && {
              end: <span className="push xs faint nowrap">{t.effects[type.effect]}</span>,
            }),
          }))
      }
      onChoose={(id) => {
        const type = catalogue.get(id)
        if (type) onAdd(type)
      }}
      onClose={onClose}
    />
  )
}
