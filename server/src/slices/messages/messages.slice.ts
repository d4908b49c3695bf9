import { type MessageDeps, messageRoutes } from './messages.routes.ts'

export const createMessages = (deps: MessageDeps) => ({ routes: messageRoutes(deps) })
