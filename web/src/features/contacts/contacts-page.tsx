import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { reread } from '../../api/read.ts'
import { usePages } from '../../api/use-pages.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Button, IconButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { openCompose } from '../sending/index.ts'
import ContactDialog, { type Contact } from './contact-dialog.tsx'
import { contactWords } from './contacts.words.ts'
import './contacts.css'

const pauseMs = 250

/** Deletes at once, and offers to take it back. */
function useRemove() {
  const t = useWords(contactWords)
  return async (contact: Contact) => {
    const result = await attempt(client.contacts.remove({ params: { id: contact.id } }))
    await reread(['contacts'])
    if (!result) return
    const { email, name, notes, signatureId } = contact
    const undo = async () => {
      await attempt(client.contacts.create({ body: { email, name, notes, signatureId } }))
      await reread(['contacts'])
    }
    showToast({
      icon: 'bin',
      text: t.removed(name ?? email),
      action: { label: t.undo, keys: 'z', run: () => void undo() },
    })
  }
}

type RowProps = { contact: Contact; onChange(): void; onRemove(): void }

function Row({ contact, onChange, onRemove }: RowProps) {
  const t = useWords(contactWords)
  const title = contact.name ?? contact.email
  return (
    <li className="line-row">
      <Avatar name={title} size={32} />
      <button type="button" className="grow contact-main" onClick={onChange}>
        <b className="cut">{title}</b>
        <span className="xs muted cut">
          {[contact.name && contact.email, contact.notes].filter(Boolean).join(' · ')}
        </span>
      </button>
      <IconButton
        icon="compose"
        label={t.writeTo(title)}
        onClick={() => openCompose({ to: [contact.email] })}
      />
      <IconButton icon="pen" label={t.changeOne(title)} onClick={onChange} />
      <IconButton icon="bin" label={t.removeOne(title)} onClick={onRemove} />
    </li>
  )
}

/** What is searched for once the member has stopped typing; it stands in the address. */
function useFind() {
  const { q = '' } = useSearch({ strict: false }) as { q?: string }
  const navigate = useNavigate()
  const [typed, setTyped] = useState(q)
  useEffect(() => {
    const settle = () =>
      void navigate({ to: '/contacts', search: typed.trim() ? { q: typed.trim() } : {}, replace: true })
    const timer = setTimeout(settle, pauseMs)
    return () => clearTimeout(timer)
  }, [typed, navigate])
  return { q, typed, setTyped }
}

/** The member's address book. */
export default function ContactsPage() {
  const t = useWords(contactWords)
  usePageTitle(t.title)
  const { q, typed, setTyped } = useFind()
  const list = usePages(client.contacts.list, q ? { q } : {})
  const contacts = list.pages?.flatMap((page) => page.contacts) ?? []
  const [open, setOpen] = useState<Contact | 'new'>()
  const remove = useRemove()
  const add = () => setOpen('new')
  useCommands([{ id: 'contact-add', title: t.add, group: t.title, keys: ['n'], icon: 'plus', run: add }])
  const button = (
    <Button kind="primary" icon="plus" keys="n" onClick={add}>
      {t.add}
    </Button>
  )
  return (
    <>
      <PageBar title={t.title}>
        <span className="input find">
          <Icon name="search" />
          <input
            type="search"
            aria-label={t.find}
            placeholder={t.find}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </span>
        {button}
      </PageBar>
      <div className="scroll">
        <PageList
          read={list}
          isEmpty={contacts.length === 0}
          empty={<Empty icon="people" title={q ? t.noneFound : t.none} text={q ? undefined : t.noneText} />}
        >
          <div className="page narrow">
            <ul>
              {contacts.map((contact) => (
                <Row
                  key={contact.id}
                  contact={contact}
                  onChange={() => setOpen(contact)}
                  onRemove={() => void remove(contact)}
                />
              ))}
            </ul>
          </div>
        </PageList>
      </div>
      {open && <ContactDialog {...(open !== 'new' && { known: open })} onClose={() => setOpen(undefined)} />}
    </>
  )
}
