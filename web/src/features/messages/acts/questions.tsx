import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useCommands } from '../../../lib/keyboard/commands.ts'
import { useTypedAhead } from '../../../lib/typed-ahead.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { foldersQuery, useFolderNames } from '../folders.ts'
import { messageWords } from '../messages.words.ts'
import type { Question, useActs } from './use-acts.ts'

type QuestionProps = { question: Question; folder: string } & Pick<
  ReturnType<typeof useActs>,
  'answer' | 'cancel'
>

function DeleteQuestion({ question, answer, cancel }: QuestionProps) {
  const t = useWords(messageWords).confirmDelete
  useTypedAhead(() => undefined)
  return (
    <Dialog title={t.title(question.threads.length)} onClose={cancel}>
      <p className="body">{t.text}</p>
      <footer>
        <Button onClick={cancel}>{t.no}</Button>
        <Button kind="danger" className="solid" onClick={() => answer('deletePermanently')}>
          {t.yes}
        </Button>
      </footer>
    </Dialog>
  )
}

// Other places are reached by acts of their own.
const targets = new Set(['inbox', 'archive'])

function MoveQuestion({ question, folder, answer, cancel }: QuestionProps) {
  const t = useWords(messageWords).moveTo
  const names = useFolderNames()
  const [find, setFind] = useState('')
  useTypedAhead(setFind)
  const mailboxes = new Set(question.threads.map(({ mailboxId }) => mailboxId))
  const { data } = useQuery(foldersQuery(mailboxes.size === 1 ? question.threads[0]?.mailboxId : undefined))
  const folders = (data?.folders ?? [])
    .filter(({ key, role }) => key !== folder && (role === null || targets.has(key)))
    .map(({ key, name, label }) => ({ key, name: names[key as keyof typeof names] ?? name ?? label ?? key }))
    .filter(({ name }) => name.toLowerCase().includes(find.toLowerCase()))
  const choose = (key: string) => answer('move', { add: [key], remove: [folder] })
  // Enter may come before the folders.
  const [isConfirmed, setConfirmed] = useState(false)
  const first = folders[0]?.key
  useEffect(() => {
    if (!isConfirmed || !data) return
    setConfirmed(false)
    if (first !== undefined) choose(first)
  })
  return (
    <Dialog title={t.title} className="palette" isTitleHidden onClose={cancel}>
      <form
        className="ask"
        onSubmit={(event) => {
          event.preventDefault()
          setConfirmed(true)
        }}
      >
        <Icon name="folder-go" />
        <input
          autoFocus
          placeholder={t.find}
          aria-label={t.find}
          value={find}
          onChange={({ target }) => {
            setFind(target.value)
            setConfirmed(false)
          }}
        />
      </form>
      <ul className="list">
        {folders.map(({ key, name }, index) => (
          <li key={key}>
            <button type="button" className={`hit ${index === 0 ? 'on' : ''}`} onClick={() => choose(key)}>
              <Icon name={key === 'inbox' ? 'inbox' : key === 'archive' ? 'archive' : 'folder'} />
              {name}
            </button>
          </li>
        ))}
        {data && folders.length === 0 && <li className="empty">{t.none}</li>}
      </ul>
    </Dialog>
  )
}

/** Asks what must be known before an act. */
export default function ActQuestion(props: QuestionProps) {
  useCommands([], { isModal: true })
  return props.question.kind === 'delete' ? <DeleteQuestion {...props} /> : <MoveQuestion {...props} />
}
