import type { AnyNodeType } from '../engine/define-node.ts'
import { aiClassify, ClassifyParams } from './ai/ai-classify.ts'
import { aiCompose } from './ai/ai-compose.ts'
import { aiDecide } from './ai/ai-decide.ts'
import { aiExtract } from './ai/ai-extract.ts'
import { aiSummarise } from './ai/ai-summarise.ts'
import { dataCount } from './data/data-count.ts'
import { dataDelete } from './data/data-delete.ts'
import { dataFind } from './data/data-find.ts'
import { dataInsert } from './data/data-insert.ts'
import { dataSeenBefore } from './data/data-seen-before.ts'
import { dataUpdate } from './data/data-update.ts'
import { dataUpsert } from './data/data-upsert.ts'
import { externalHttp } from './external/external-http.ts'
import { flowCall } from './flow/flow-call.ts'
import { flowDelay } from './flow/flow-delay.ts'
import { flowFail } from './flow/flow-fail.ts'
import { flowFilter } from './flow/flow-filter.ts'
import { flowIf } from './flow/flow-if.ts'
import { flowLoop } from './flow/flow-loop.ts'
import { flowMerge } from './flow/flow-merge.ts'
import { flowNote } from './flow/flow-note.ts'
import { flowSet } from './flow/flow-set.ts'
import { flowStop } from './flow/flow-stop.ts'
import { flowSwitch } from './flow/flow-switch.ts'
import { flowText } from './flow/flow-text.ts'
import { humanApproval } from './human/human-approval.ts'
import { humanNotify } from './human/human-notify.ts'
import { mailArchive } from './mail/mail-archive.ts'
import { mailDraft } from './mail/mail-draft.ts'
import { mailFind } from './mail/mail-find.ts'
import { mailFlag } from './mail/mail-flag.ts'
import { mailForward } from './mail/mail-forward.ts'
import { mailLabel } from './mail/mail-label.ts'
import { mailMove } from './mail/mail-move.ts'
import { mailRead } from './mail/mail-read.ts'
import { mailReply } from './mail/mail-reply.ts'
import { mailSaveAttachments } from './mail/mail-save-attachments.ts'
import { mailSend } from './mail/mail-send.ts'
import { mailSpam } from './mail/mail-spam.ts'
import { mailTrash } from './mail/mail-trash.ts'
import { triggerBounce } from './triggers/trigger-bounce.ts'
import { triggerCalled } from './triggers/trigger-called.ts'
import { triggerFailed } from './triggers/trigger-failed.ts'
import { triggerManual } from './triggers/trigger-manual.ts'
import { triggerMessage } from './triggers/trigger-message.ts'
import { triggerSchedule } from './triggers/trigger-schedule.ts'
import { triggerWebhook } from './triggers/trigger-webhook.ts'

export type {
  AiMaterial,
  AiModel,
  AiPort,
  ClassifyRequest,
  ComposeRequest,
  HttpPort,
  MailPort,
  NodePorts,
  OutgoingMail,
  PeoplePort,
  TableFilter,
  TablesPort,
  Values,
  WorkflowsPort,
} from './ports.ts'

/** Every node type, in the order in which the editor offers them. */
export const nodeTypes: readonly AnyNodeType[] = [
  triggerMessage,
  triggerBounce,
  triggerWebhook,
  triggerSchedule,
  triggerManual,
  triggerCalled,
  triggerFailed,
  flowIf,
  flowSwitch,
  flowFilter,
  flowMerge,
  flowLoop,
  flowSet,
  flowText,
  flowDelay,
  flowCall,
  flowStop,
  flowFail,
  flowNote,
  aiClassify,
  aiExtract,
  aiCompose,
  aiSummarise,
  aiDecide,
  mailDraft,
  mailSend,
  mailReply,
  mailForward,
  mailLabel,
  mailMove,
  mailArchive,
  mailTrash,
  mailSpam,
  mailFlag,
  mailRead,
  mailFind,
  mailSaveAttachments,
  humanApproval,
  humanNotify,
  dataFind,
  dataInsert,
  dataUpdate,
  dataUpsert,
  dataDelete,
  dataCount,
  dataSeenBefore,
  externalHttp,
]

export { checkDeclared } from './triggers/declared-fields.ts'
export { type MessageFacts, matchesMessage } from './triggers/matches-message.ts'
export { MessageTrigger, type MessageTriggerParams } from './triggers/message-trigger-schema.ts'
export {
  type BounceFacts,
  BounceTrigger,
  type BounceTriggerParams,
  matchesBounce,
} from './triggers/trigger-bounce.ts'
export { aiClassify, ClassifyParams }
