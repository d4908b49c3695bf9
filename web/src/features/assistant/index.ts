export { AssistantDock } from './assistant-dock.tsx'
export { AssistantRow } from './assistant-row.tsx'
