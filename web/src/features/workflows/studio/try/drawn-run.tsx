import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { client } from '../../../../api/client.ts'
import { read } from '../../../../api/read.ts'
import { longTime } from '../../../../lib/dates.ts'
import { useLook } from '../../../../lib/look.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Button, IconButton } from '../../../../ui/button.tsx'
import { diffGraphs } from '../../difference/diff-graphs.ts'
import { useStudio } from '../document/studio.store.ts'
import { useCatalogue } from '../node-types.tsx'
import { type Execution, showRun, useRun } from './run.store.ts'
import { tryWords } from './try.words.ts'

/** Whether the canvas is still what the run went through. */
function useRunVersion({ workflowId, workflowVersionId }: Execution) {
  const catalogue = useCatalogue()
  const graph = useStudio((state) => state.graph)
  const { data } = useQuery({
    ...read(client.workflowVersions.get, { params: { id: workflowId, versionId: workflowVersionId } }),
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!data) return undefined
  return { number: data.version.number, differs: diffGraphs(data.graph, graph, catalogue).length > 0 }
}

type DrawnProps = { execution: Execution; onHide(): void; onCompare(versionId: string): void }

function Drawn({ execution, onHide, onCompare }: DrawnProps) {
  const t = useWords(tryWords)
  const locale = useLook((look) => look.locale)
  const version = useRunVersion(execution)
  if (!version) return null
  return (
    <div className="tr-run" role="status">
      <span>
        {t.runDrawn(longTime(execution.createdAt, locale), version.number)} {version.differs && t.runDiffers}
      </span>
      {version.differs && (
        <Button size="small" onClick={() => onCompare(execution.workflowVersionId)}>
          {t.runCompare}
        </Button>
      )}
      <Link className="btn small" to="/runs/$runId" params={{ runId: execution.id }}>
        {t.runBack}
      </Link>
      <IconButton icon="close" label={t.runHide} onClick={onHide} />
    </div>
  )
}

/** The run that the address names, drawn on the canvas until a test takes its place. */
export function DrawnRun({ onCompare }: Pick<DrawnProps, 'onCompare'>) {
  const { run: runId = '' } = useSearch({ from: '/shell/workflows/$workflowId' })
  const navigate = useNavigate()
  const { data } = useQuery({
    ...read(client.executions.get, { params: { id: runId } }),
    enabled: runId !== '',
  })
  const drawnId = useRun((run) => run.execution?.id)
  useEffect(() => {
    if (data) showRun(data)
  }, [data])
  if (!data || drawnId !== runId) return null
  const hide = () => {
    showRun(undefined)
    void navigate({
      to: '/workflows/$workflowId',
      params: { workflowId: data.workflowId },
      search: {},
      replace: true,
    })
  }
  return <Drawn execution={data} onHide={hide} onCompare={onCompare} />
}
