import {
  boolean,
  choice,
  type Filled,
  integer,
  list,
  object,
  type Static,
  text,
  union,
  uuid,
  withDefault,
} from '@mailwright/contract/schema'

const words = text(1, 500)

const MessageCondition = union(
  object({
    field: choice('from', 'to', 'cc', 'recipient', 'subject', 'body', 'attachmentName'),
    operator: choice('contains', 'not_contains', 'equals', 'not_equals', 'matches'),
    value: words,
  }),
  object({
    field: choice('from', 'to', 'cc', 'recipient'),
    operator: choice('domain', 'not_domain'),
    value: text(1, 255),
  }),
  object({ field: choice('hasAttachment', 'isMailingList', 'isNoReply'), value: boolean() }),
  object({ field: choice('minSize', 'maxSize'), value: integer(0, 1_000_000_000) }),
)
export type MessageCondition = Static<typeof MessageCondition>

export const MessageTrigger = object({
  mailboxIds: withDefault(list(uuid(), 0, 100), []),
  folders: withDefault(list(text(1, 256), 0, 50), ['inbox']),
  match: withDefault(choice('all', 'any'), 'all'),
  conditions: withDefault(list(MessageCondition, 0, 30), []),
  firstInThreadOnly: withDefault(boolean(), false),
  includeAutomatic: withDefault(boolean(), false),
  includeLists: withDefault(boolean(), false),
})
export type MessageTriggerParams = Filled<typeof MessageTrigger>
