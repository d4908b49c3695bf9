import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { client } from '../../../api/client.ts'
import { read } from '../../../api/read.ts'
import { useTypedAhead } from '../../../lib/typed-ahead.ts'
import { useWords } from '../../../lib/words/words.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { sendingWords } from '../sending.words.ts'
import { readAddresses } from './addresses.ts'

type RecipientsFieldProps = {
  label: string
  value: readonly string[]
  onChange(addresses: string[]): void
  hasFocus?: boolean
}

const maxSuggested = 6

/** Addresses as tokens; contacts are suggested. What is typed and not confirmed counts as well. */
export function RecipientsField({ label, value, onChange, hasFocus = false }: RecipientsFieldProps) {
  const t = useWords(sendingWords)
  const id = useId()
  const [text, setText] = useState('')
  useTypedAhead(setText, hasFocus)
  const contacts = useQuery({
    ...read(client.contacts.list, { query: { q: text.trim(), limit: maxSuggested } }),
    enabled: text.trim().length >= 2,
  })
  const add = (typed: string) => {
    const { found, rest } = readAddresses(typed)
    if (found.length > 0) onChange([...new Set([...value, ...found])])
    setText(rest)
  }
  return (
    <div className="compose-line">
      <label htmlFor={id}>{label}</label>
      <div className="tokens">
        {value.map((address) => (
          <span className="token" key={address}>
            <Avatar name={address} size={18} />
            <span className="cut">{address}</span>
            <button
              type="button"
              aria-label={t.removeRecipient(address)}
              onClick={() => onChange(value.filter((one) => one !== address))}
            >
              <Icon name="close" size={12} />
            </button>
          </span>
        ))}
        <input
          id={id}
          // biome-ignore lint/a11y/noAutofocus: opening the editor is a wish to write to somebody.
          autoFocus={hasFocus}
          onFocus={({ target }) => target.setSelectionRange(target.value.length, target.value.length)}
          type="text"
          inputMode="email"
          autoComplete="off"
          list={`${id}-contacts`}
          value={text}
          onChange={({ target }) =>
            /[,;\n]$|^\S+@\S+\.\S+ $/.test(target.value) ? add(target.value) : setText(target.value)
          }
          onBlur={() => add(text)}
          onPaste={(event) => {
            event.preventDefault()
            add(text + event.clipboardData.getData('text/plain'))
          }}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
              event.preventDefault()
              add(text)
            }
            if (event.key === 'Backspace' && text === '') onChange(value.slice(0, -1))
          }}
        />
        <datalist id={`${id}-contacts`}>
          {contacts.data?.contacts.map((contact) => (
            <option key={contact.id} value={contact.email}>
              {contact.name}
            </option>
          ))}
        </datalist>
      </div>
    </div>
  )
}
