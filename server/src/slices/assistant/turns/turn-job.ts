/** One reply of the assistant, with as many calls of the model and of tools as it takes. */
export const turnJob = { name: 'assistant.turn', maxAttempts: 4 }
export type TurnPayload = { conversationId: string; turn: number }
