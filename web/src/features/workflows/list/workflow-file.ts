import { client } from '../../../api/client.ts'

type WorkflowFile = Awaited<ReturnType<typeof client.workflowCopies.export>>

const fileName = (name: string) =>
  `${
    name
      .normalize('NFD')
      .replaceAll(/[^\w -]/g, '')
      .trim()
      .replaceAll(/\s+/g, '-')
      .toLowerCase() || 'workflow'
  }.mailwright.json`

/** Saves a workflow as a file of the browser. */
export async function exportWorkflow({ id, name }: { id: string; name: string }) {
  const file = await client.workflowCopies.export({ params: { id } })
  const url = URL.createObjectURL(new Blob([JSON.stringify(file, null, 2)], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: url, download: fileName(name) }).click()
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** What was read from a file, or nothing if it is no workflow. */
export async function readWorkflowFile(file: File): Promise<WorkflowFile | undefined> {
  try {
    const value: unknown = JSON.parse(await file.text())
    const isOurs =
      typeof value === 'object' &&
      value !== null &&
      'format' in value &&
      value.format === 'mailwright.workflow'
    return isOurs ? (value as WorkflowFile) : undefined
  } catch {
    return undefined
  }
}
