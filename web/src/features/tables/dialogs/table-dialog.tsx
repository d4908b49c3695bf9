import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { faultText } from '../../../api/fault-text.ts'
import { reread } from '../../../api/read.ts'
import { number } from '../../../lib/dates.ts'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useLook } from '../../../lib/look.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import type { Column, Table } from '../tables.queries.ts'
import { tableWords } from '../tables.words.ts'
import { type ColumnDraft, columnOf, emptyColumn } from './column-fields.tsx'

const types: Column['type'][] = ['text', 'number', 'date', 'datetime', 'boolean', 'select', 'email']

type ColumnLinesProps = { drafts: readonly ColumnDraft[]; onChange(drafts: ColumnDraft[]): void }

/** The first columns of a new table: a name and a type each; the rest can be said later. */
function ColumnLines({ drafts, onChange }: ColumnLinesProps) {
  const t = useWords(tableWords)
  const set = (at: number, change: Partial<ColumnDraft>) =>
    onChange(drafts.map((draft, index) => (index === at ? { ...draft, ...change } : draft)))
  return (
    <fieldset className="column-lines">
      <legend className="label">{t.columns}</legend>
      {drafts.map((draft, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: columns have no name yet.
        <div key={at} className="column-line">
          <input
            className="input"
            aria-label={`${t.label} ${at + 1}`}
            placeholder={t.label}
            maxLength={120}
            value={draft.label}
            onChange={({ target }) => set(at, { label: target.value })}
          />
          <select
            className="select"
            aria-label={`${t.type} ${at + 1}`}
            value={draft.type}
            onChange={({ target }) => set(at, { type: target.value as Column['type'] })}
          >
            {types.map((type) => (
              <option key={type} value={type}>
                {t.types[type]}
              </option>
            ))}
          </select>
          <label className="row tight xs" title={t.isKeyHint}>
            <input
              type="checkbox"
              checked={draft.isKey}
              aria-label={`${t.isKey} ${at + 1}`}
              onChange={({ target }) => set(at, { isKey: target.checked })}
            />
            {t.isKey}
          </label>
          <IconButton
            icon="close"
            label={`${t.remove} ${at + 1}`}
            disabled={drafts.length === 1}
            onClick={() => onChange(drafts.filter((_, index) => index !== at))}
          />
          {draft.type === 'select' && (
            <textarea
              className="area"
              rows={3}
              aria-label={`${t.options} ${at + 1}`}
              placeholder={t.options}
              value={draft.options}
              onChange={({ target }) => set(at, { options: target.value })}
            />
          )}
        </div>
      ))}
      <Button kind="quiet" size="small" icon="plus" onClick={() => onChange([...drafts, emptyColumn])}>
        {t.addColumn}
      </Button>
    </fieldset>
  )
}

type TableDialogProps = { table?: Table; onClose(): void; onDone(id: string | undefined): void }

/** Creates a table, or changes or deletes one. */
export default function TableDialog({ table, onClose, onDone }: TableDialogProps) {
  const t = useWords(tableWords)
  useCommands([], { isModal: true })
  const locale = useLook((look) => look.locale)
  const [name, setName] = useState(table?.name ?? '')
  const [description, setDescription] = useState(table?.description ?? '')
  const [drafts, setDrafts] = useState<ColumnDraft[]>([{ ...emptyColumn, isKey: true }, emptyColumn])
  const [fault, setFault] = useState<string>()
  const [asks, setAsks] = useState(false)
  const attempt = async (act: () => Promise<string | undefined>) => {
    try {
      const id = await act()
      await reread(['tables'])
      onDone(id)
    } catch (error) {
      setAsks(false)
      setFault(faultText(error))
    }
  }
  const save = () =>
    attempt(async () => {
      const about = { name: name.trim(), description: description.trim() || null }
      if (table) return (await client.tables.update({ params: { id: table.id }, body: about })).table.slug
      const columns = drafts.filter(({ label }) => label.trim() !== '').map(columnOf)
      return (await client.tables.create({ body: { ...about, columns } })).table.slug
    })
  const remove = () =>
    attempt(async () => {
      if (table) await client.tables.remove({ params: { id: table.id } })
      return undefined
    })
  if (asks && table)
    return (
      <Confirm
        title={t.deleteTableQuestion(table.name)}
        no={t.cancel}
        yes={t.delete}
        onNo={() => setAsks(false)}
        onYes={() => void remove()}
      >
        {t.deleteTableText(number(table.rowCount, locale))}
      </Confirm>
    )
  return (
    <Dialog title={table ? t.editTable : t.newTable} className="dialog wide" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="body table-form">
          <Field
            label={t.name}
            value={name}
            maxLength={120}
            required
            fault={fault}
            onChange={({ target }) => setName(target.value)}
          />
          <Field
            label={t.description}
            value={description}
            maxLength={1000}
            onChange={({ target }) => setDescription(target.value)}
          />
          {!table && <ColumnLines drafts={drafts} onChange={setDrafts} />}
        </div>
        <footer>
          {table && (
            <Button kind="danger" icon="bin" onClick={() => setAsks(true)}>
              {t.deleteTable}
            </Button>
          )}
          <span className="push row">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button kind="primary" type="submit" disabled={name.trim() === ''}>
              {table ? t.save : t.create}
            </Button>
          </span>
        </footer>
      </form>
    </Dialog>
  )
}
