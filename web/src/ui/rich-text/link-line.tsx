import type { Editor } from '@tiptap/core'
import { useState } from 'react'
import { useWords } from '../../lib/words/words.ts'
import { Button, IconButton } from '../button.tsx'
import { isLinkable } from './linkable.ts'
import { richTextWords } from './rich-text.words.ts'

/** People write `example.com` and mean a page, or an address and mean a mail. */
const completed = (typed: string) => {
  const address = typed.trim()
  if (isLinkable(address) || address === '') return address
  return /^[^\s/@]+@[^\s/@]+$/.test(address) ? `mailto:${address}` : `https://${address}`
}

/** Asks for the address of a link, below the text. */
export function LinkLine({ editor, onDone }: { editor: Editor; onDone(): void }) {
  const t = useWords(richTextWords)
  const known = (editor.getAttributes('link').href as string | null) ?? ''
  const [address, setAddress] = useState(known)
  const [isBad, setIsBad] = useState(false)
  const set = () => {
    const href = completed(address)
    if (href === '') return remove()
    if (!isLinkable(href)) return setIsBad(true)
    const { empty } = editor.state.selection
    const chain = editor.chain().focus().extendMarkRange('link')
    if (empty && known === '')
      chain.insertContent({ type: 'text', text: address.trim(), marks: [{ type: 'link', attrs: { href } }] })
    else chain.setMark('link', { href })
    chain.run()
    onDone()
  }
  const remove = () => {
    editor.chain().focus().extendMarkRange('link').unsetMark('link').run()
    onDone()
  }
  return (
    <div className="rich-link">
      <input
        // biome-ignore lint/a11y/noAutofocus: the line was asked for.
        autoFocus
        aria-label={t.address}
        aria-invalid={isBad}
        placeholder={t.example}
        value={address}
        onChange={({ target }) => setAddress(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' && event.key !== 'Escape') return
          event.preventDefault()
          event.stopPropagation()
          if (event.key === 'Enter') return set()
          editor.commands.focus()
          onDone()
        }}
      />
      {isBad && <span className="xs">{t.badLink}</span>}
      <Button size="small" onClick={set}>
        {t.setLink}
      </Button>
      {known !== '' && <IconButton icon="close" label={t.removeLink} onClick={remove} />}
    </div>
  )
}
