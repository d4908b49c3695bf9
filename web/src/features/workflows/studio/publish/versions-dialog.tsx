import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../../api/client.ts'
import { faultText } from '../../../../api/fault-text.ts'
import { read, reread } from '../../../../api/read.ts'
import { longTime } from '../../../../lib/dates.ts'
import { useCommands } from '../../../../lib/keyboard/commands.ts'
import { useLook } from '../../../../lib/look.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { showToast } from '../../../../ui/toasts.tsx'
import GraphDifference from '../../difference/graph-difference.tsx'
import { flush } from '../document/auto-save.ts'
import type { Detail } from '../document/graph.types.ts'
import { replaceGraph, useStudio } from '../document/studio.store.ts'
import { publishWords } from './publish.words.ts'

type Version = Awaited<ReturnType<typeof client.workflowVersions.list>>['versions'][number]

function Chosen({ workflow, version, onClose }: { workflow: Detail; version: Version; onClose(): void }) {
  const t = useWords(publishWords)
  const graph = useStudio((state) => state.graph)
  const { data } = useQuery(
    read(client.workflowVersions.get, { params: { id: workflow.id, versionId: version.id } }),
  )
  const [fault, setFault] = useState<string>()
  const restore = async () => {
    try {
      await flush()
      const { base } = useStudio.getState()
      const detail = await client.workflowVersions.restore({
        params: { id: workflow.id, versionId: version.id },
        body: base === undefined ? {} : { draftUpdatedAt: base },
      })
      replaceGraph(detail)
      showToast({ icon: 'undo', text: t.restored(version.number) })
      await reread(['workflows'], ['workflowVersions'])
      onClose()
    } catch (error) {
      setFault(faultText(error))
    }
  }
  return (
    <section className="vs-one" aria-label={t.version(version.number)}>
      <h3 className="label">{t.compare}</h3>
      {data && <GraphDifference before={data.graph} after={graph} />}
      {fault && <p className="hint bad">{fault}</p>}
      <Button icon="undo" onClick={() => void restore()}>
        {t.restore}
      </Button>
    </section>
  )
}

type VersionsDialogProps = { workflow: Detail; initialId?: string | undefined; onClose(): void }

/** Every version, compared with the canvas, to be restored as the draft. */
export default function VersionsDialog({ workflow, initialId, onClose }: VersionsDialogProps) {
  const t = useWords(publishWords)
  const locale = useLook((look) => look.locale)
  const { data } = useQuery(read(client.workflowVersions.list, { params: { id: workflow.id } }))
  const [chosenId, setChosenId] = useState(initialId)
  useCommands([], { isModal: true })
  const versions = (data?.versions ?? []).filter(({ publishedAt }) => publishedAt !== null)
  const chosen = versions.find(({ id }) => id === chosenId)
  return (
    <Dialog title={t.versions} className="dialog st-compare" onClose={onClose}>
      <div className="body vs">
        <ul className="vs-list">
          {versions.map((version) => (
            <li key={version.id}>
              <button type="button" aria-pressed={version === chosen} onClick={() => setChosenId(version.id)}>
                <b>{t.version(version.number)}</b>
                {version.id === workflow.publishedVersion?.id && <span className="good xs">{t.isLive}</span>}
                <time className="muted xs push" dateTime={version.publishedAt ?? ''}>
                  {version.publishedAt && longTime(version.publishedAt, locale)}
                </time>
              </button>
            </li>
          ))}
        </ul>
        {chosen && <Chosen key={chosen.id} workflow={workflow} version={chosen} onClose={onClose} />}
      </div>
      <footer>
        <Button onClick={onClose}>{t.close}</Button>
      </footer>
    </Dialog>
  )
}
