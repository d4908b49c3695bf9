import { setting, wholeNumber } from './define-setting.ts'
import { parseChoices } from './parse.ts'

export const workflowSettings = {
  workflowConcurrency: setting(
    'MAILWRIGHT_WORKFLOW_CONCURRENCY',
    '100',
    wholeNumber(1, 100_000),
    'How many executions of one workflow run at once, unless the workflow says otherwise.',
  ),
  workflowConcurrencyMax: setting(
    'MAILWRIGHT_WORKFLOW_CONCURRENCY_MAX',
    '1000',
    wholeNumber(1, 100_000),
    'The most that a workflow may say.',
  ),
  executionTimeoutSeconds: setting(
    'MAILWRIGHT_EXECUTION_TIMEOUT_SECONDS',
    '3600',
    wholeNumber(1, 2_000_000),
    'How long an execution may take, unless its workflow says otherwise.',
  ),
  executionTimeoutMaxSeconds: setting(
    'MAILWRIGHT_EXECUTION_TIMEOUT_MAX_SECONDS',
    '86400',
    wholeNumber(1, 2_000_000),
    'The most that a workflow may say.',
  ),
  approvalLinks: setting(
    'MAILWRIGHT_APPROVAL_LINKS',
    'confirm',
    (value) => parseChoices('confirm', 'one-click')(value)[0] ?? 'confirm',
    'What a link in an approval mail does: `confirm` opens a page with a button, `one-click` decides by the visit.',
  ),
  stoppedEffects: setting(
    'MAILWRIGHT_STOPPED_EFFECTS',
    '',
    (value) =>
      value.trim() === '' ? [] : parseChoices('mailbox', 'table', 'human', 'sends', 'external')(value),
    'What workflows may not do now, with commas between them: `mailbox`, `table`, `human`, `sends`, `external`. A step that would fails with `workflow.effect_stopped`.',
  ),
  automaticPerRecipient: setting(
    'MAILWRIGHT_LIMIT_AUTOMATIC_PER_RECIPIENT_DAY',
    '20',
    wholeNumber(1, 1_000_000),
    'Automatic mails of one mailbox to one address in a day; more are held for review.',
  ),
  automaticPerThread: setting(
    'MAILWRIGHT_LIMIT_AUTOMATIC_PER_THREAD_DAY',
    '10',
    wholeNumber(1, 1_000_000),
    'Automatic replies in one thread in a day; more are held for review.',
  ),
  automaticPerMailbox: setting(
    'MAILWRIGHT_LIMIT_AUTOMATIC_PER_MAILBOX_HOUR',
    '500',
    wholeNumber(1, 1_000_000),
    'Automatic mails of one mailbox in an hour; more are held for review.',
  ),
  automaticPerInstance: setting(
    'MAILWRIGHT_LIMIT_AUTOMATIC_PER_HOUR',
    '5000',
    wholeNumber(1, 10_000_000),
    'Automatic mails of all mailboxes in an hour; more are held for review.',
  ),
  forbiddenNodes: setting(
    'MAILWRIGHT_FORBIDDEN_NODES',
    '',
    (value) =>
      value
        .split(',')
        .map((type) => type.trim())
        .filter(Boolean),
    'Node types, with commas between them, whose templates only administrators may install.',
  ),
  executionDays: setting(
    'MAILWRIGHT_EXECUTION_RETENTION_DAYS',
    '90',
    wholeNumber(1, 36_500),
    'Finished executions older than this are purged, with all that they held.',
  ),
}
