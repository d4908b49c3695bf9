import { memo, useState } from 'react'
import { useWords } from '../../../../lib/words/words.ts'
import { Icon } from '../../../../ui/icon.tsx'
import { KeyCaps } from '../../../../ui/key-caps.tsx'
import type { NodeType } from '../document/graph.types.ts'
import { effectIcons, iconOf, useCatalogue } from '../node-types.tsx'
import { studioWords } from '../studio.words.ts'
import { findTypes } from './find-types.ts'

const groups = ['trigger', 'mail', 'ai', 'flow', 'human', 'data', 'external'] as const

function TypeRow({ type, onAdd }: { type: NodeType; onAdd(type: NodeType): void }) {
  const t = useWords(studioWords)
  const effect = effectIcons[type.effect]
  return (
    <button
      type="button"
      className="ty"
      draggable
      title={type.effect === 'none' ? type.description : `${type.description} (${t.effects[type.effect]})`}
      onClick={() => onAdd(type)}
      onDragStart={({ dataTransfer }) => dataTransfer.setData('application/x-mailwright-step', type.type)}
    >
      <Icon name={iconOf(type.type)} />
      <span className="cut">{type.title}</span>
      {effect && (
        <span className={`push ${type.effect === 'sends' ? 'warn' : 'faint'}`}>
          <Icon name={effect} size={12} />
        </span>
      )}
    </button>
  )
}

/** The steps that can be added: by click, by dragging, or by typing their name. */
export const TypePane = memo(function TypePane({ onAdd }: { onAdd(type: NodeType): void }) {
  const t = useWords(studioWords)
  const [find, setFind] = useState('')
  const found = findTypes([...useCatalogue().values()], find, t.groups)
  return (
    <section className="pane st-types" aria-label={t.steps}>
      <div className="input ty-find">
        <Icon name="search" />
        <input
          type="search"
          placeholder={t.find}
          aria-label={t.find}
          value={find}
          onChange={({ target }) => setFind(target.value)}
          onKeyDown={({ key }) => {
            if (key === 'Enter' && found[0]) onAdd(found[0])
          }}
        />
        <KeyCaps keys="n" />
      </div>
      <div className="ty-list">
        {found.length === 0 && <p className="muted xs ty-none">{t.noHits}</p>}
        {groups.map((group) => {
          const own = found.filter((type) => type.group === group)
          return (
            own.length > 0 && (
              <section key={group}>
                <h2>{t.groups[group]}</h2>
                {own.map((type) => (
                  <TypeRow key={type.type} type={type} onAdd={onAdd} />
                ))}
              </section>
            )
          )
        })}
      </div>
    </section>
  )
})
