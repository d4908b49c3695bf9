export { actOnMessage, actOnThread } from './actions/act-on-thread.ts'
export { labelMessage } from './actions/label-message.ts'
export {
  findLocations,
  findPendingDepartures,
  findPendingOps,
  findUidsWithPendingOps,
  finishOps,
  isMoveTarget,
  type PendingOp,
} from './actions/ops.store.ts'
export {
  type AnalyzedMail,
  countBySender,
  readBodyStarts,
  readBodyTexts,
  readReceived,
  type SenderCount,
} from './analysis.store.ts'
export { findAnswers, findAnswersSince } from './answers.store.ts'
export { type ConversationMessage, findConversation, findWrittenTo } from './conversation.store.ts'
export { AttachmentUnavailable, type FetchAttachment } from './download-attachment.ts'
export { findKnownFolders } from './find-known-folders.ts'
export { findHeadlines, type Headline } from './headlines.store.ts'
export { createMessages } from './messages.slice.ts'
export { eraseContents } from './mirror/erase-contents.ts'
export {
  deleteFolder,
  type FolderBaseline,
  type FolderRole,
  findFolderLabels,
  findMirroredFlags,
  findMirroredFolders,
  findMirroredUids,
  findMirroredUidsSince,
  finishRenumbering,
  type ListedFolder,
  type MirroredFlags,
  type MirroredFolder,
  renameFolder,
  resetFolderState,
  resetModseq,
  resetModseqs,
  saveBaseline,
  saveFolderState,
  saveMirroredFrom,
  saveUidNext,
  upsertFolders,
} from './mirror/folder-state.store.ts'
export { countMailboxMessages, findFolderLags, findLatestTimes } from './mirror/lag.store.ts'
export {
  findInvalidated,
  findInvalidatedUids,
  findKnownUids,
  findOldestInvalidated,
  invalidateUids,
  restoreUids,
  resumeRenumberings,
} from './mirror/renumber.store.ts'
export { findBodyHash, findServerPlace } from './mirror/server-place.store.ts'
export { findMoveCandidates, findTwins, type Identity, type MoveCandidate } from './mirror/twins.store.ts'
export {
  releaseWithheld,
  returnWithheld,
  takeWithheld,
  withholdMessage,
} from './mirror/withheld.store.ts'
export { findOriginal } from './originals.store.ts'
export { findIdsByHeader, findOwnMessages, findRecentReceived } from './own-messages.store.ts'
export { publishUpdated } from './publish-updated.ts'
export { recordOutcomes } from './record-outcomes.ts'
export {
  findRunMessages,
  findRunThread,
  findSentCopies,
  type RunMessage,
} from './run-message.store.ts'
export { searchOwnMessages } from './search-own-messages.ts'
export {
  changeMessages,
  emptyFolder,
  moveMessages,
  refreshFolder,
  removeMessages,
  updateFlags,
} from './write/change-messages.ts'
export { completeMessage } from './write/complete-message.ts'
export { storeMessages } from './write/store-messages.ts'
export { syncKeywords } from './write/sync-keywords.ts'
export type {
  MessageChange,
  NewMessage,
  StoredMessage,
} from './write/types.ts'
