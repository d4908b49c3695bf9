import type { ReportBody } from '@mailwright/contract/analyzer'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../../platform/db/database.ts'
import { findPreferences } from '../../members/index.ts'
import type { AnalyzedMail } from '../../messages/index.ts'
import { findTriggers } from '../../workflows/index.ts'
import type { AnalyzerPorts, TriggerCondition } from '../ports.ts'

type Watcher = { workflowId: string; name: string; condition: TriggerCondition }

/** Counts the messages on which the published workflows would run, as dispatching decides it. */
export async function openCoverage(
  db: Db,
  ports: Pick<AnalyzerPorts, 'readTrigger'>,
  { memberId, mailboxId }: { memberId: string; mailboxId: string },
) {
  const triggers = await findTriggers(db, memberId, 'trigger.message')
  const watchers = triggers.flatMap((trigger): Watcher[] => {
    if (trigger.mailboxIds !== null && !trigger.mailboxIds.includes(mailboxId)) return []
    const condition = ports.readTrigger(trigger.params)
    return condition ? [{ workflowId: trigger.workflowId, name: trigger.workflowName, condition }] : []
  })
  const isFirstOnly = (await findPreferences(db, memberId))?.dispatchMode === 'priority'
  const counts = new Map(watchers.map(({ workflowId, name }) => [workflowId, { name, messages: 0 }]))
  let messages = 0
  let covered = 0
  return {
    needs: {
      content: watchers.some(({ condition }) => condition.readsContent),
      firstInThread: watchers.some(({ condition }) => condition.readsThread),
    },
    needsBody: (mail: AnalyzedMail) => watchers.some(({ condition }) => condition.needsBody(mailboxId, mail)),
    /** Whether a published workflow would run on the message. */
    count(mail: AnalyzedMail, body: string | null): boolean {
      messages++
      const counted = new Set<string>()
      for (const { workflowId, condition } of watchers) {
        if (counted.has(workflowId) || !condition.matches(mailboxId, mail, body)) continue
        counted.add(workflowId)
        if (isFirstOnly) break
      }
      for (const id of counted) (counts.get(id) ?? { messages: 0 }).messages++
      if (counted.size > 0) covered++
      return counted.size > 0
    },
    describe: (): Static<typeof ReportBody>['coverage'] => ({
      messages,
      covered,
      ratio: messages === 0 ? 0 : covered / messages,
      publishedWorkflows: counts.size,
      workflows: [...counts].map(([id, { name, messages: own }]) => ({ id, name, messages: own })),
      bodyApproximated: watchers.some(({ condition }) => condition.readsBody),
    }),
  }
}
