import type { EvalRun } from '@mailwright/contract/evaluation'
import type { Static } from '@mailwright/contract/schema'
import type { Db } from '../../../platform/db/database.ts'
import { sql } from '../../../platform/db/sql.ts'
import type { ModelCall } from '../../ai/index.ts'
import type { Place } from '../find-classifier.ts'
import type { Classifier } from '../ports.ts'

export type RunView = Static<typeof EvalRun>
export type RunRow = RunView & {
  memberId: string
  classifier: Classifier
  provider: NonNullable<ModelCall['model']>['provider']
  model: string
}

const view = sql`
  r.id, r.workflow_id as "workflowId", r.node_id as "nodeId", r.status, r.prompt, r.categories,
  r.multi_label as "multiLabel", r.model, (
    select jsonb_build_object('total', count(*), 'done', count(*) filter (where c.status = 'done'),
      'failed', count(*) filter (where c.status = 'failed'))
    from eval_cases c where c.run_id = r.id) as totals,
  r.created_at as "createdAt", r.finished_at as "finishedAt"`
const full = sql`${view}, r.member_id as "memberId", r.classifier, r.provider`

type NewRun = {
  id: string
  place: Place
  classifier: Classifier
  prompt: string
  model: NonNullable<ModelCall['model']>
}
export const insertRun = (db: Db, { id, place, classifier, prompt, model }: NewRun) =>
  db.run(sql`
    insert into eval_runs (id, member_id, workflow_id, node_id, classifier, prompt, categories, multi_label, provider,
      model)
    values (${id}, ${place.memberId}, ${place.workflowId}, ${place.nodeId}, ${JSON.stringify(classifier)}, ${prompt},
      ${classifier.categories.map(({ name }) => name)}, ${classifier.several}, ${model.provider}, ${model.model})`)

export const findRun = (db: Db, memberId: string, id: string) =>
  db.row<RunView>(sql`select ${view} from eval_runs r where r.id = ${id} and r.member_id = ${memberId}`)

/** The newest first. */
export const findRuns = (db: Db, { memberId, workflowId, nodeId }: Place, limit: number) =>
  db.rows<RunView>(sql`
    select ${view} from eval_runs r
    where r.workflow_id = ${workflowId} and r.node_id = ${nodeId} and r.member_id = ${memberId}
    order by r.created_at desc, r.id desc limit ${limit}`)

/** The oldest run of the member that is not finished, for a job that works on it. */
export const takeRun = (db: Db, memberId: string) =>
  db.row<RunRow & { isFirst: boolean }>(sql`
    with oldest as (
      select id, status from eval_runs where member_id = ${memberId} and status in ('queued', 'running')
      order by created_at, id limit 1
    ), r as (
      update eval_runs set status = 'running', progressed_at = clock_timestamp() from oldest
      where eval_runs.id = oldest.id and eval_runs.status in ('queued', 'running')
      returning eval_runs.*, oldest.status = 'queued' as is_first
    )
    select ${full}, r.is_first as "isFirst" from r`)

/** Ends a run that has no open case. Without any answer it has failed. */
export const finishRun = (db: Db, id: string) =>
  db.row<RunRow>(sql`
    with r as (
      update eval_runs set finished_at = clock_timestamp(),
        status = case when exists (select from eval_cases where run_id = ${id} and status = 'done')
          then 'succeeded' else 'failed' end
      where id = ${id} and status = 'running'
        and not exists (select from eval_cases where run_id = ${id} and status = 'pending')
      returning *
    )
    select ${full} from r`)

export const failRun = (db: Db, id: string) =>
  db.row<RunRow>(sql`
    with r as (
      update eval_runs set status = 'failed', finished_at = clock_timestamp()
      where id = ${id} and status in ('queued', 'running') returning *
    )
    select ${full} from r`)

/** Runs whose job was given up. */
export const findStalledRuns = (db: Db) =>
  db.rows<{ id: string }>(sql`
    select id from eval_runs where status in ('queued', 'running')
      and progressed_at < now() - interval '2 hours' order by created_at limit 100`)

export const hasUnfinished = async (db: Db, memberId: string) =>
  (await db.row(sql`
    select from eval_runs where member_id = ${memberId} and status in ('queued', 'running') limit 1`)) !==
  undefined

const keptRuns = 100
/** Keeps the newest of each node. */
export const purgeRuns = (db: Db, batch: number) =>
  db.run(sql`
    delete from eval_runs where id in (
      select id from (
        select id, status, row_number() over (partition by workflow_id, node_id order by created_at desc, id desc) as place
        from eval_runs
      ) ranked where place > ${keptRuns} and status in ('succeeded', 'failed') limit ${batch})`)

/** Below it a message goes on at `unsure`. */
export const findThreshold = async (db: Db, id: string) =>
  (
    await db.row<{ threshold: number }>(sql`
      select (classifier ->> 'threshold')::float8 as threshold from eval_runs where id = ${id}`)
  )?.threshold ?? 0
