import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { read, reread } from '../../api/read.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { AreaField } from '../../ui/area-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { contactWords } from './contacts.words.ts'

export type Contact = Awaited<ReturnType<typeof client.contacts.list>>['contacts'][number]

/** A new contact, or what is known about one. */
export default function ContactDialog({ known, onClose }: { known?: Contact; onClose(): void }) {
  const t = useWords(contactWords)
  useCommands([], { isModal: true })
  const signatures = useQuery(read(client.signatures.list, {})).data?.signatures ?? []
  const [email, setEmail] = useState(known?.email ?? '')
  const [name, setName] = useState(known?.name ?? '')
  const [notes, setNotes] = useState(known?.notes ?? '')
  const [signatureId, setSignatureId] = useState(known?.signatureId ?? '')
  const save = useMutation({
    mutationFn: () => {
      const fields = {
        name: name.trim() || null,
        notes: notes.trim() || null,
        signatureId: signatureId || null,
      }
      return known
        ? client.contacts.update({ params: { id: known.id }, body: fields })
        : client.contacts.create({ body: { email: email.trim(), ...fields } })
    },
    onSuccess: async () => {
      await reread(['contacts'])
      showToast({ icon: 'check', text: t.saved })
      onClose()
    },
  })
  return (
    <Dialog title={known ? t.change : t.add} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <div className="body form">
          <Field
            label={t.email}
            type="email"
            required
            disabled={known !== undefined}
            value={email}
            fault={save.error ? faultText(save.error) : undefined}
            onChange={({ target }) => setEmail(target.value)}
          />
          <Field
            label={t.name}
            maxLength={200}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Select
            label={t.signature}
            value={signatureId}
            choices={[
              { value: '', label: t.usualSignature },
              ...signatures.map((one) => ({ value: one.id, label: one.name })),
            ]}
            onChange={(value) => setSignatureId(value)}
          />
          <AreaField
            label={t.notes}
            hint={t.notesHint}
            rows={3}
            maxLength={2000}
            value={notes}
            onChange={({ target }) => setNotes(target.value)}
          />
        </div>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" disabled={save.isPending}>
            {t.save}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
