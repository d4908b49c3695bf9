import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { reread } from '../../api/read.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { fromPlainText } from '../../ui/rich-text/plain.ts'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { signatureWords } from './signatures.words.ts'

export type Signature = Awaited<ReturnType<typeof client.signatures.list>>['signatures'][number]

// What other programs have written may hold more than the editor knows.
const isBeyondEditor = (html: string) => /<(?:img|table|font|h[1-4]|hr)\b|\sstyle=/i.test(html)

type Body = { bodyText: string; bodyHtml: string }
type FormProps = { known?: Signature; isAdmin: boolean; onClose(): void }

/** Writes a signature; the organisation's are for administrators. */
export default function SignatureForm({ known, isAdmin, onClose }: FormProps) {
  const t = useWords(signatureWords)
  useCommands([], { isModal: true })
  const [name, setName] = useState(known?.name ?? '')
  // Sent only if it was changed here: saving another name spoils nothing that the editor does not know.
  const [body, setBody] = useState<Body>()
  const [isDefault, setIsDefault] = useState(known?.isDefault ?? false)
  const [scope, setScope] = useState(known?.scope ?? 'member')
  const save = useMutation({
    mutationFn: () => {
      const fields = { name: name.trim(), ...body, isDefault }
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
          <div className="field">
            <div className="label">{t.text}</div>
            <div className="area signature-text">
              <RichText
                label={t.text}
                value={known ? known.bodyHtml || fromPlainText(known.bodyText) : ''}
                onChange={({ html, text }) => setBody({ bodyText: text, bodyHtml: html })}
              />
            </div>
            {known && isBeyondEditor(known.bodyHtml) && <p className="hint">{t.beyondEditor}</p>}
          </div>
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
