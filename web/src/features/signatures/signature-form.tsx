import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { AreaField } from '../../ui/area-field.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { signatureWords } from './signatures.words.ts'

export type Signature = Awaited<ReturnType<typeof client.signatures.list>>['signatures'][number]

type FormProps = { known?: Signature; isAdmin: boolean; onClose(): void }

/** Writes a signature; the organisation's are for administrators. */
export default function SignatureForm({ known, isAdmin, onClose }: FormProps) {
  const t = useWords(signatureWords)
  useCommands([], { isModal: true })
  const [name, setName] = useState(known?.name ?? '')
  const [bodyText, setBodyText] = useState(known?.bodyText ?? '')
  const [isDefault, setIsDefault] = useState(known?.isDefault ?? false)
  const [scope, setScope] = useState(known?.scope ?? 'member')
  const save = useMutation({
    mutationFn: () => {
      const fields = { name: name.trim(), bodyText, isDefault }
      return known
        ? client.signatures.update({ params: { id: known.id }, body: fields })
        : client.signatures.create({ body: { ...fields, scope } })
    },
    onSuccess: async () => {
      await reread(['signatures'])
      showToast({ icon: 'check', text: t.saved })
      onClose()
    },
  })
  return (
    <Dialog title={known ? t.change : t.add} className="dialog signature-dialog" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          save.mutate()
        }}
      >
        <div className="body form">
          <Field
            label={t.name}
            hint={t.nameHint}
            required
            maxLength={120}
            value={name}
            fault={save.error ? faultText(save.error) : undefined}
            onChange={({ target }) => setName(target.value)}
          />
          <AreaField
            label={t.text}
            rows={6}
            maxLength={10_000}
            value={bodyText}
            onChange={({ target }) => setBodyText(target.value)}
          />
          {isAdmin && !known && (
            <Segmented
              label={t.forWhom}
              value={scope}
              choices={[
                { value: 'member', label: t.scopes.member },
                { value: 'org', label: t.scopes.org },
              ]}
              onChange={(value) => setScope(value)}
            />
          )}
          <label className="row">
            <input
              type="checkbox"
              checked={isDefault}
              onChange={({ target }) => setIsDefault(target.checked)}
            />
            {t.makeDefault}
          </label>
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
