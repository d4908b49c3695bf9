import { useId, useState } from 'react'
import type { client } from '../../../api/client.ts'
import { ApiError, hasCode } from '../../../api/errors.ts'
import { faultText } from '../../../api/fault-text.ts'
import { reread } from '../../../api/read.ts'
import { request } from '../../../api/request.ts'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { showToast } from '../../../ui/toasts.tsx'
import type { Table } from '../tables.queries.ts'
import { tableWords } from '../tables.words.ts'

type LineError = { line: number | undefined; column: string | null; message: string }
type Imported = Awaited<ReturnType<typeof client.tableRows.import>>

/** The errors of a refused file: their paths name line and column. */
function errorsOf(error: unknown): LineError[] {
  const { issues = [] } =
    (error instanceof ApiError ? (error.details as { issues?: { path: string; message: string }[] }) : {}) ??
    {}
  return issues.map(({ path, message }) => {
    const [, line, column = null] = /^\/lines\/(\d+)(?:\/(.+))?$/.exec(path) ?? []
    return { line: line ? Number(line) : undefined, column, message }
  })
}

function Errors({ errors, table }: { errors: readonly LineError[]; table: Table }) {
  const t = useWords(tableWords)
  const labelOf = (key: string | null) => table.columns.find((column) => column.key === key)?.label ?? key
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a list that scrolls, not a part of the page.
    <div className="line-errors" role="region" aria-label={t.problem} tabIndex={0}>
      <table className="grid-table">
        <thead>
          <tr>
            <th scope="col">{t.line}</th>
            <th scope="col">{t.column}</th>
            <th scope="col">{t.problem}</th>
          </tr>
        </thead>
        <tbody>
          {errors.map(({ line, column, message }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a line may have several errors.
            <tr key={at}>
              <td className="num">{line ?? '–'}</td>
              <td>{labelOf(column)}</td>
              <td>{message}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Reads rows from a CSV file, and says by line what is wrong with it. */
export default function ImportDialog({ table, onClose }: { table: Table; onClose(): void }) {
  const t = useWords(tableWords)
  useCommands([], { isModal: true })
  const id = useId()
  const [file, setFile] = useState<File>()
  const [skips, setSkips] = useState(false)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  const [errors, setErrors] = useState<LineError[]>([])
  const send = async () => {
    if (!file) return
    const form = new FormData()
    form.append('file', file)
    setIsBusy(true)
    setFault(undefined)
    try {
      const path = `/api/v1/tables/${encodeURIComponent(table.id)}/import?skipInvalid=${skips}`
      const { inserted, skipped, errors: left } = (await request('POST', path, form)) as Imported
      showToast({
        icon: 'row-add',
        text: [t.imported(inserted), ...(skipped > 0 ? [t.skipped(skipped)] : [])].join(', '),
      })
      await reread(['tables'], ['tableRows'])
      if (left.length === 0) onClose()
      else setErrors(left)
    } catch (error) {
      const found = errorsOf(error)
      setErrors(found)
      setFault(
        hasCode(error, 'tables.invalid_value') && found.length > 0 ? t.nothingImported : faultText(error),
      )
    } finally {
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t.importCsv} className="dialog wide" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
      >
        <div className="body table-form">
          <div className="field">
            <label htmlFor={id}>{t.file}</label>
            <input
              id={id}
              type="file"
              accept=".csv,.tsv,.txt,text/csv"
              aria-describedby={`${id}-hint`}
              onChange={({ target }) => {
                setFile(target.files?.[0])
                setErrors([])
                setFault(undefined)
              }}
            />
            <p className="hint" id={`${id}-hint`}>
              {t.fileHint}
            </p>
          </div>
          <label className="choice">
            <input type="checkbox" checked={skips} onChange={({ target }) => setSkips(target.checked)} />
            <span>{t.skipInvalid}</span>
          </label>
          {fault && (
            <p className="hint bad" role="alert">
              {fault}
            </p>
          )}
          {errors.length > 0 && <Errors errors={errors} table={table} />}
        </div>
        <footer>
          <Button onClick={onClose}>{t.close}</Button>
          <Button kind="primary" type="submit" disabled={!file || isBusy}>
            {t.importIt}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
