import { useState } from 'react'
import { client } from '../../../api/client.ts'
import { reread } from '../../../api/read.ts'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Confirm } from '../../../ui/confirm.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { refusalText } from '../row-acts.ts'
import type { Column, Table } from '../tables.queries.ts'
import { tableWords } from '../tables.words.ts'
import { ColumnFields, columnOf, draftOf, emptyColumn } from './column-fields.tsx'

type ColumnDialogProps = { table: Table; column: Column | undefined; onClose(): void }

/** Adds a column, or changes or deletes one. */
export default function ColumnDialog({ table, column, onClose }: ColumnDialogProps) {
  const t = useWords(tableWords)
  useCommands([], { isModal: true })
  const [draft, setDraft] = useState(column ? draftOf(column) : emptyColumn)
  const [fault, setFault] = useState<string>()
  const [asks, setAsks] = useState(false)
  const attempt = async (act: () => Promise<unknown>) => {
    try {
      await act()
      await reread(['tables'], ['tableRows'])
      onClose()
    } catch (error) {
      setAsks(false)
      setFault(refusalText(error))
    }
  }
  const save = () =>
    attempt(() =>
      column
        ? client.tableColumns.change({ params: { id: table.id, key: column.key }, body: columnOf(draft) })
        : client.tableColumns.add({ params: { id: table.id }, body: columnOf(draft) }),
    )
  if (asks && column)
    return (
      <Confirm
        title={t.deleteColumnQuestion(column.label)}
        no={t.cancel}
        yes={t.delete}
        onNo={() => setAsks(false)}
        onYes={() =>
          void attempt(() => client.tableColumns.remove({ params: { id: table.id, key: column.key } }))
        }
      >
        {t.deleteColumnText}
      </Confirm>
    )
  return (
    <Dialog title={column ? t.editColumn : t.addColumn} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
      >
        <div className="body table-form">
          <ColumnFields draft={draft} onChange={setDraft} />
          {fault && (
            <p className="hint bad" role="alert">
              {fault}
            </p>
          )}
        </div>
        <footer>
          {column && (
            <Button kind="danger" icon="bin" onClick={() => setAsks(true)}>
              {t.deleteColumn}
            </Button>
          )}
          <span className="push row">
            <Button onClick={onClose}>{t.cancel}</Button>
            <Button kind="primary" type="submit" disabled={draft.label.trim() === ''}>
              {t.save}
            </Button>
          </span>
        </footer>
      </form>
    </Dialog>
  )
}
