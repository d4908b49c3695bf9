import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../../../api/client.ts'
import { hasCode } from '../../../../api/errors.ts'
import { faultText } from '../../../../api/fault-text.ts'
import { read, reread } from '../../../../api/read.ts'
import { useCommands } from '../../../../lib/keyboard/commands.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Button } from '../../../../ui/button.tsx'
import { Dialog } from '../../../../ui/dialog.tsx'
import { Icon } from '../../../../ui/icon.tsx'
import { showToast } from '../../../../ui/toasts.tsx'
import GraphDifference from '../../difference/graph-difference.tsx'
import { adopt, flush } from '../document/auto-save.ts'
import type { Detail } from '../document/graph.types.ts'
import { useStudio } from '../document/studio.store.ts'
import { effectIcons, useCatalogue } from '../node-types.tsx'
import { studioWords } from '../studio.words.ts'
import { PastRuns } from '../try/past-runs.tsx'
import { publishWords } from './publish.words.ts'

const nothing = { id: '', workflowId: '', nodes: [], connections: [] }

/** The graph that is live. */
function useLiveGraph({ id, publishedVersion }: Detail) {
  const versionId = publishedVersion?.id ?? ''
  const { data } = useQuery({
    ...read(client.workflowVersions.get, { params: { id, versionId } }),
    enabled: versionId !== '',
  })
  return publishedVersion ? data?.graph : nothing
}

/** What the steps may do to the world, in words. */
function Effects() {
  const t = useWords(publishWords)
  const words = useWords(studioWords).effects
  const catalogue = useCatalogue()
  const nodes = useStudio((state) => state.graph.nodes)
  const found = nodes.flatMap(({ type, disabled }) => {
    const effect = disabled ? 'none' : catalogue.get(type)?.effect
    return effect && effect !== 'none' ? [effect] : []
  })
  const effects = [...new Set(found)]
  if (effects.length === 0) return <p className="muted">{t.mayNothing}</p>
  return (
    <p className="row wrap">
      <span className="muted">{t.may}</span>
      {effects.map((effect) => {
        const icon = effectIcons[effect]
        return (
          <span key={effect} className={`effect ${effect === 'sends' ? 'sends' : ''}`}>
            {icon && <Icon name={icon} />}
            {words[effect]}
          </span>
        )
      })}
    </p>
  )
}

/** Publishing, with what is different from what is live and what is in the way. */
export default function PublishDialog({ workflow, onClose }: { workflow: Detail; onClose(): void }) {
  const t = useWords(publishWords)
  const graph = useStudio((state) => state.graph)
  const issues = useStudio((state) => state.issues)
  const live = useLiveGraph(workflow)
  const [isBusy, setIsBusy] = useState(false)
  const [fault, setFault] = useState<string>()
  useCommands([], { isModal: true })
  const errors = issues.filter(({ severity }) => severity === 'error')
  const number = workflow.publishedVersion?.number
  const publish = async () => {
    setIsBusy(true)
    try {
      if (!(await flush())) return setIsBusy(false)
      const detail = await client.workflows.update({ params: { id: workflow.id }, body: { published: true } })
      adopt(detail)
      showToast({ icon: 'live', text: t.published(detail.publishedVersion?.number ?? 1) })
      await reread(['workflows'], ['workflowVersions'])
      onClose()
    } catch (error) {
      setFault(hasCode(error, 'workflow.invalid') ? t.blocked(errors.length || 1) : faultText(error))
      setIsBusy(false)
    }
  }
  return (
    <Dialog title={t.title} className="dialog st-compare" onClose={onClose}>
      <div className="body">
        <p>{number === undefined ? t.first : t.next(number)}</p>
        <Effects />
        <PastRuns />
        {errors.length > 0 && (
          <ul className="pb-errors">
            <li>
              <b>{t.blocked(errors.length)}</b>
            </li>
            {errors.map(({ message, path, nodeId }) => (
              <li key={`${nodeId} ${path} ${message}`}>
                <b>{graph.nodes.find(({ id }) => id === nodeId)?.name}</b> {message}
              </li>
            ))}
          </ul>
        )}
        <h3 className="label">{number === undefined ? t.contents : t.differences(number)}</h3>
        {live && <GraphDifference before={live} after={graph} />}
        {fault && (
          <p className="hint bad" role="alert">
            {fault}
          </p>
        )}
      </div>
      <footer>
        <Button onClick={onClose}>{t.no}</Button>
        <Button kind="primary" disabled={isBusy || errors.length > 0} onClick={() => void publish()}>
          {t.yes}
        </Button>
      </footer>
    </Dialog>
  )
}
