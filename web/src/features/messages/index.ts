export { FolderRows } from './folder-rows.tsx'
export { systemFolders, useFolderNames } from './folders.ts'
export { messageRoutes } from './messages.routes.ts'
export { MessageBody } from './reader/message-view.tsx'
