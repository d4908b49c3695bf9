import type { ReactNode } from 'react'
import { PreviewContext, usePreviewState } from './preview.ts'

/** Gives the forms the mail to show their results on; what does not ask for it is not drawn again when it changes. */
export function PreviewProvider({ workflowId, children }: { workflowId: string; children: ReactNode }) {
  return <PreviewContext value={usePreviewState(workflowId)}>{children}</PreviewContext>
}
