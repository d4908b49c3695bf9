import { setting, wholeNumber } from './define-setting.ts'
import { parseChoices } from './parse.ts'

export const workflowSettings = {
  workflowConcurrency: setting(
    'MAILWRIGHT_WORKFLOW_CONCURRENCY',
    '100',
    wholeNumber(1, 100_000),
    'Default number of executions of one workflow that run at once.',
  ),
  workflowConcurrencyMax: setting(
    'MAILWRIGHT_WORKFLOW_CONCURRENCY_MAX',
    '1000',
    wholeNumber(1, 100_000),
    'Highest concurrency that a workflow may set.',
  ),
  pausedCalls: setting(
    'MAILWRIGHT_PAUSED_CALLS',
    '10000',
    wholeNumber(0, 1_000_000),
    'Webhook calls that a paused workflow keeps until it is resumed; further calls are 409 `workflow.paused`.',
  ),
  executionTimeoutSeconds: setting(
    'MAILWRIGHT_EXECUTION_TIMEOUT_SECONDS',
    '3600',
    wholeNumber(1, 2_000_000),
    'Default time limit of an execution.',
  ),
  executionTimeoutMaxSeconds: setting(
    'MAILWRIGHT_EXECUTION_TIMEOUT_MAX_SECONDS',
    '86400',
    wholeNumber(1, 2_000_000),
    'Highest time limit that a workflow may set.',
  ),
  executionMaxSteps: setting(
    'MAILWRIGHT_EXECUTION_MAX_STEPS',
    '50000',
    wholeNumber(10, 1_000_000),
    'Steps that one execution may record, iterations of loops included; it fails with `execution.too_many_steps` at the next.',
  ),
  executionMaxMb: setting(
    'MAILWRIGHT_EXECUTION_MAX_MB',
    '20',
    wholeNumber(1, 1_000),
    'Megabytes of data that one execution may record; it fails with `execution.too_much_data` at the next step.',
  ),
  executionMaxDescendants: setting(
    'MAILWRIGHT_EXECUTION_MAX_DESCENDANTS',
    '1000',
    wholeNumber(1, 1_000_000),
    'Executions that one execution may start by calls and error workflows, directly or through others.',
  ),
  executionDescendantsPerMinute: setting(
    'MAILWRIGHT_EXECUTION_DESCENDANTS_PER_MINUTE',
    '300',
    wholeNumber(1, 1_000_000),
    'The same per minute.',
  ),
  draftDays: setting(
    'MAILWRIGHT_DRAFT_DAYS',
    '14',
    wholeNumber(1, 3_650),
    'Days after which a draft that nobody has touched leaves the review queue; its owner is warned two days before.',
  ),
  approvalLinks: setting(
    'MAILWRIGHT_APPROVAL_LINKS',
    'confirm',
    (value) => parseChoices('confirm', 'one-click')(value)[0] ?? 'confirm',
    'What a link in an approval mail does: `confirm` opens a page with a button, `one-click` decides on opening. Members always sign in and confirm.',
  ),
  stoppedEffects: setting(
    'MAILWRIGHT_STOPPED_EFFECTS',
    '',
    (value) =>
      value.trim() === '' ? [] : parseChoices('mailbox', 'table', 'human', 'sends', 'external')(value),
    'Effects that workflows may not have for the moment, comma-separated: `mailbox`, `table`, `human`, `sends`, `external`. A step with such an effect fails with `workflow.effect_stopped`.',
  ),
  automaticPerRecipient: setting(
    'MAILWRIGHT_LIMIT_AUTOMATIC_PER_RECIPIENT_DAY',
    '20',
    wholeNumber(1, 1_000_000),
    'Automatic messages per mailbox, recipient and day; more are held for review.',
  ),
  automaticPerThread: setting(
    'MAILWRIGHT_LIMIT_AUTOMATIC_PER_THREAD_DAY',
    '10',
    wholeNumber(1, 1_000_000),
    'Automatic replies per thread and day; more are held for review.',
  ),
  automaticPerMailbox: setting(
    'MAILWRIGHT_LIMIT_AUTOMATIC_PER_MAILBOX_HOUR',
    '500',
    wholeNumber(1, 1_000_000),
    'Automatic messages per mailbox and hour; more are held for review.',
  ),
  automaticPerInstance: setting(
    'MAILWRIGHT_LIMIT_AUTOMATIC_PER_HOUR',
    '5000',
    wholeNumber(1, 10_000_000),
    'Automatic messages of all mailboxes per hour; more are held for review.',
  ),
  forbiddenNodes: setting(
    'MAILWRIGHT_FORBIDDEN_NODES',
    '',
    (value) =>
      value
        .split(',')
        .map((type) => type.trim())
        .filter(Boolean),
    'Node types, comma-separated, that only administrators may use: others can neither publish a workflow with one nor install such a template, and a published one fails at that node with `workflow.node_forbidden`.',
  ),
  runDataQuotaMb: setting(
    'MAILWRIGHT_RUN_DATA_QUOTA_MB',
    '5000',
    wholeNumber(1, 10_000_000),
    "Recorded data of one member's finished executions, in megabytes. Above it the oldest are deleted before their time, and new executions fail with `execution.storage_full` until there is room.",
  ),
  executionDays: setting(
    'MAILWRIGHT_EXECUTION_RETENTION_DAYS',
    '90',
    wholeNumber(1, 36_500),
    'Days after which finished executions are deleted, with all their data.',
  ),
  approvalDays: setting(
    'MAILWRIGHT_APPROVAL_RETENTION_DAYS',
    '365',
    wholeNumber(1, 36_500),
    'Days after which decided and expired approvals are deleted, with their links.',
  ),
  aiTextDays: setting(
    'MAILWRIGHT_AI_TEXT_RETENTION_DAYS',
    '30',
    wholeNumber(1, 36_500),
    'Days after which what was sent to AI models and what came back is deleted. Tokens and costs are kept.',
  ),
}
