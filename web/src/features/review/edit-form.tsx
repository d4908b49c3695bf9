import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { reviewWords } from './review.words.ts'

type Draft = Awaited<ReturnType<typeof client.review.get>>

/** Corrects subject and text in place. A corrected draft is never overwritten by its workflow. */
export function EditForm({ draft, onDone }: { draft: Draft; onDone(): Promise<void> }) {
  const t = useWords(reviewWords)
  const [subject, setSubject] = useState(draft.message.subject)
  const [text, setText] = useState(draft.bodyText ?? '')
  const save = useMutation({
    mutationFn: () =>
      client.review.edit({ params: { id: draft.message.id }, body: { subject, bodyText: text } }),
    onSuccess: onDone,
  })
  useCommands([
    {
      id: 'save',
      title: t.save,
      group: t.group,
      keys: ['mod+Enter'],
      whileTyping: true,
      run: () => save.mutate(),
    },
    {
      id: 'cancel',
      title: t.cancel,
      group: t.group,
      keys: ['Escape'],
      whileTyping: true,
      run: () => void onDone(),
    },
  ])
  return (
    <form
      className="edit-form"
      onSubmit={(event) => {
        event.preventDefault()
        save.mutate()
      }}
    >
      <Field
        label={t.subject}
        maxLength={500}
        value={subject}
        fault={save.error ? faultText(save.error) : undefined}
        onChange={({ target }) => setSubject(target.value)}
      />
      <textarea
        className="area letter"
        aria-label={t.body}
        // biome-ignore lint/a11y/noAutofocus: editing was asked for.
        autoFocus
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <div className="row">
        <Button kind="primary" type="submit" keys="mod+Enter" disabled={save.isPending}>
          {t.save}
        </Button>
        <Button kind="quiet" onClick={() => void onDone()}>
          {t.cancel}
        </Button>
      </div>
    </form>
  )
}
