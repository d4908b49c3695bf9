// A reply whose text is there already need not be read, put together and written again.

const texts = new WeakMap<object, string>()

/** A reply that is written already; its text must hold what the route declares, and nothing else. */
export function writtenReply<Reply extends object>(text: string): Reply {
  // Stands for the reply: nobody but the writer looks into it.
  const reply = {} as Reply
  texts.set(reply, text)
  return reply
}

export const textOfReply = (reply: unknown): string | undefined =>
  typeof reply === 'object' && reply !== null ? texts.get(reply) : undefined
