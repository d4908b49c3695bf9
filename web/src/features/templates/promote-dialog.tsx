import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { read, reread } from '../../api/read.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { templateWords } from './templates.words.ts'

/** Makes a template for everybody from one of the administrator's workflows. */
export default function PromoteDialog({ onClose }: { onClose(): void }) {
  const t = useWords(templateWords)
  const id = useId()
  const navigate = useNavigate()
  const { data } = useQuery(read(client.workflows.list, { query: {} }))
  const [chosen, setChosen] = useState('')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const [category, setCategory] = useState('')
  const [fault, setFault] = useState<string>()
  useCommands([], { isModal: true })
  const workflows = data?.workflows ?? []
  const workflow = workflows.find((one) => one.id === chosen)
  const create = async () => {
    if (!workflow) return
    try {
      const { template } = await client.templates.promote({
        body: {
          workflowId: workflow.id,
          version: workflow.published ? 'published' : 'draft',
          description,
          ...(name.trim() && { name: name.trim() }),
          ...(category.trim() && { category: category.trim() }),
        },
      })
      showToast({ icon: 'template', text: t.created(template.name) })
      await reread(['templates'])
      onClose()
      await navigate({ to: '/templates/$templateId', params: { templateId: template.id } })
    } catch (error) {
      setFault(faultText(error))
    }
  }
  return (
    <Dialog title={t.promoteTitle} onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void create()
        }}
      >
        <div className="body tp-form">
          <p>{t.promoteText}</p>
          <div className="field">
            <label htmlFor={id}>{t.workflow}</label>
            <select
              id={id}
              className="input"
              required
              value={chosen}
              onChange={({ target }) => {
                setChosen(target.value)
                setName(workflows.find((one) => one.id === target.value)?.name ?? '')
              }}
            >
              <option value="" />
              {workflows.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.name} ({one.published ? t.published : t.draft})
                </option>
              ))}
            </select>
          </div>
          <Field
            label={t.name}
            maxLength={200}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
          <Field
            label={t.description}
            maxLength={2000}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
          <Field
            label={t.category}
            maxLength={120}
            value={category}
            onChange={({ target }) => setCategory(target.value)}
          />
          {fault && (
            <p className="hint bad" role="alert">
              {fault}
            </p>
          )}
        </div>
        <footer>
          <Button onClick={onClose}>{t.cancel}</Button>
          <Button kind="primary" type="submit" disabled={!workflow}>
            {t.create}
          </Button>
        </footer>
      </form>
    </Dialog>
  )
}
