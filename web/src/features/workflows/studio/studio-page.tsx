import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ReadFault } from '../../../api/read-fault.tsx'
import { usePageTitle } from '../../../lib/use-page-title.ts'
import { useWords } from '../../../lib/words/words.ts'
import { workflowQuery } from '../workflows.queries.ts'
import { notice, openStudio } from './document/auto-save.ts'
import { useStudio } from './document/studio.store.ts'
import { CatalogueContext } from './node-types.tsx'
import Studio from './studio.tsx'
import { studioWords } from './studio.words.ts'
import { useNodeTypes } from './use-node-types.ts'

export default function StudioPage() {
  const { workflowId = '' } = useParams({ strict: false })
  const t = useWords(studioWords)
  const query = useQuery(workflowQuery(workflowId))
  const { catalogue, error } = useNodeTypes()
  const openId = useStudio((state) => state.workflowId)
  const [isOpen, setIsOpen] = useState(false)
  const workflow = query.data
  usePageTitle(workflow?.name ?? t.studio)
  const hasWorkflow = workflow?.id === workflowId
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened once for each workflow; later reads are noticed below.
  useEffect(() => {
    if (!hasWorkflow || !workflow) return
    const close = openStudio(workflow)
    setIsOpen(true)
    return () => {
      close()
      setIsOpen(false)
    }
  }, [workflowId, hasWorkflow])
  useEffect(() => {
    if (isOpen && workflow) notice(workflow)
  }, [workflow, isOpen])
  const fault = query.error ?? error
  if (fault && !workflow) return <ReadFault error={fault} onRetry={() => void query.refetch()} />
  if (!workflow || !catalogue || !isOpen || openId !== workflowId)
    return <div className="st-panes" aria-busy="true" />
  return (
    <CatalogueContext value={catalogue}>
      <Studio key={workflowId} workflow={workflow} />
    </CatalogueContext>
  )
}
