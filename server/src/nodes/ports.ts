// What nodes may use of the other parts. The composition binds each port to the run and, where it writes, to the
// transaction that also records the step: effect and record are committed together or not at all.

export type Values = Record<string, unknown>
export type TableFilter = { column: string; operator: string; value?: unknown }
type TableRow = { id: string; values: Values; createdAt: string; updatedAt: string }
type TableQuery = {
  filters: TableFilter[]
  match: 'all' | 'any'
  sort?: { column: string; direction: 'asc' | 'desc' }
  limit: number
}

export type TablesPort = {
  find(table: string, query: TableQuery): Promise<TableRow[]>
  count(table: string, query: Pick<TableQuery, 'filters' | 'match'>): Promise<number>
  insert(table: string, values: Values): Promise<TableRow>
  /** Returns the number of changed rows. */
  update(table: string, query: Pick<TableQuery, 'filters' | 'match'>, values: Values): Promise<number>
  upsert(table: string, values: Values): Promise<{ row: TableRow; created: boolean }>
  /** Returns the number of deleted rows. */
  remove(table: string, query: Pick<TableQuery, 'filters' | 'match'>): Promise<number>
  /** Records the key; returns whether it was there already. */
  seenBefore(table: string, key: unknown): Promise<boolean>
}

export type OutgoingMail = {
  mailboxId?: string
  /** May be empty for a reply, which then goes to Reply-To, or else to From. */
  to: string[]
  cc?: string[]
  bcc?: string[]
  subject: string
  bodyText: string
  bodyHtml?: string
  signatureId?: string
  replyToMessageId?: string
  /** Also replies to the other recipients of the original, except our own addresses. */
  replyAll?: boolean
  forwardOfMessageId?: string
  quoteOriginal?: boolean
  includeOriginals?: boolean
  /** Ids of files saved by `saveAttachments`. */
  attachmentIds?: string[]
}
export type QueuedMail = {
  id: string
  held: boolean
  to: string[]
  subject: string
  /** The draft of an earlier run whose place it takes. */
  replaced?: string | undefined
  /** It does not wait: the thread has been answered since the run began. */
  answered?: true | undefined
}

export type MessageAction =
  | { kind: 'markRead' | 'markUnread' | 'flag' | 'unflag' | 'archive' | 'trash' | 'spam' | 'restore' }
  | { kind: 'label'; add: string[]; remove: string[] }
  | { kind: 'move'; folder: string }

type FoundMessage = {
  id: string
  threadId: string | null
  subject: string | null
  from: { name?: string; email: string } | null
  receivedAt: string
  snippet: string | null
}

export type MailPort = {
  /** Queues a mail in the outbox. */
  send(mail: OutgoingMail): Promise<QueuedMail>
  /** Holds a mail in the review queue until a person releases it. */
  draft(mail: OutgoingMail, reason: string | null): Promise<QueuedMail>
  /** Puts a mail into the Drafts folder of its mailbox, for a person to finish and send there. */
  putDraft(mail: OutgoingMail): Promise<QueuedMail>
  act(messageId: string, action: MessageAction): Promise<{ operations: number }>
  find(query: { q: string; mailboxId?: string; limit: number }): Promise<FoundMessage[]>
  /** Saves attachments of a message as files that later mails can attach. */
  saveAttachments(messageId: string, positions: number[] | 'all'): Promise<SavedFile[]>
}
type SavedFile = { id: string; filename: string; mime: string; size: number }

export type ApprovalState = {
  id: string
  status: 'pending' | 'approved' | 'rejected' | 'expired'
  decidedBy: string | null
  decidedAt: string | null
}
export type PeoplePort = {
  askApproval(request: {
    title: string
    details: string | null
    expiresAt: string
    approvers: string[]
    mailboxId?: string
    remindAt?: string
    escalation?: { at: string; to: string }
  }): Promise<{ id: string }>
  findApproval(id: string): Promise<ApprovalState | undefined>
  notify(notice: {
    title: string
    body: string | null
    severity: 'info' | 'warning' | 'error'
  }): Promise<void>
}

export type HttpRequest = {
  method: string
  url: string
  headers: Record<string, string>
  body: string | null
  connectionId: string | null
  timeoutMs: number
  maxBytes: number
}
export type HttpAnswer = {
  status: number
  headers: Record<string, string>
  body: string
  truncated: boolean
  url: string
}
export type HttpPort = { request(request: HttpRequest, signal: AbortSignal): Promise<HttpAnswer> }

export type ChildState = {
  id: string
  status: 'queued' | 'running' | 'waiting' | 'succeeded' | 'failed' | 'cancelled'
  data: Values | null
  error: { code: string; message: string } | null
}
export type WorkflowsPort = {
  start(workflowId: string, data: Values): Promise<{ executionId: string }>
  find(executionId: string): Promise<ChildState | undefined>
}

/** What a model reads: a message of the run's member, or a text. */
export type AiMaterial = { messageId: string } | { text: string }
export type AiModel = { provider: string; model: string }
type AiRequest = { material: AiMaterial; instructions: string; model?: AiModel }

export type ClassifyRequest = AiRequest & {
  categories: { name: string; description: string }[]
  several: boolean
  useExamples: boolean
  /** After how many equal answers a pattern answers instead; 0 for never. */
  learnAfter: number
  /** Asks no model: what no pattern answers is not certain at all. */
  onlyPatterns?: boolean
}
type ExtractRequest = AiRequest & {
  fields: {
    name: string
    description: string
    type: 'text' | 'number' | 'date' | 'boolean' | 'email' | 'choice'
    choices?: string[]
  }[]
}
type KnowledgeQuery = { table: string; filters: TableFilter[]; match: 'all' | 'any'; limit: number }
export type ComposeRequest = {
  kind: 'reply' | 'new'
  material: AiMaterial | undefined
  instructions: string
  model?: AiModel
  tone: 'neutral' | 'friendly' | 'formal'
  language: string
  length: 'short' | 'medium' | 'long'
  knowledge: KnowledgeQuery[]
  useEarlierAnswers: boolean
  readAttachments: boolean
  signatureId?: string
}
/** A statement of a composed text that stands in no source. */
type Unsupported = { kind: string; text: string; start: number; end: number }
type ComposedMail = {
  subject: string
  text: string
  language: string
  supported: number
  toCheck: Unsupported[]
  needsReview: boolean
}

/** One call of a model that has no tools and answers in a declared shape. */
export type AiPort = {
  classify(
    request: ClassifyRequest,
    signal: AbortSignal,
  ): Promise<{ labels: string[]; confidence: number; byPattern: boolean }>
  extract(
    request: ExtractRequest,
    signal: AbortSignal,
  ): Promise<{ values: Values; passages: Record<string, string | null>; missing: string[] }>
  compose(request: ComposeRequest, signal: AbortSignal): Promise<ComposedMail>
  summarise(
    request: AiRequest & { language: string; length: 'line' | 'short' | 'long' },
    signal: AbortSignal,
  ): Promise<{ text: string }>
  decide(
    request: AiRequest & { question: string },
    signal: AbortSignal,
  ): Promise<{ answer: 'yes' | 'no' | 'unsure'; confidence: number; score: number }>
}

export type NodePorts = {
  tables: TablesPort
  mail: MailPort
  people: PeoplePort
  http: HttpPort
  workflows: WorkflowsPort
  ai: AiPort
}
