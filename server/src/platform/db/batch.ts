type Waiting<Q, A> = { question: Q; resolve(answer: A): void; reject(error: unknown): void }

/** Puts the questions together; who asked hears of the answer, or of the failure. Never fails itself. */
async function answer<Q, A>(batch: Waiting<Q, A>[], ask: (questions: Q[]) => Promise<A[]>) {
  try {
    const answers = await ask(batch.map((one) => one.question))
    batch.forEach((one, i) => {
      one.resolve(answers[i] as A)
    })
  } catch (error) {
    for (const one of batch) one.reject(error)
  }
}

/**
 * Lets questions that come together go to the database together. The first goes at once; those that arrive while
 * two statements are under way wait for a place and leave in one. Each answer is read after its question was put,
 * so it is never older than the question.
 */
export function createBatcher<Q, A>(ask: (questions: Q[]) => Promise<A[]>, most = 100, inFlight = 2) {
  const waiting: Waiting<Q, A>[] = []
  let underWay = 0

  async function leave() {
    const batch = waiting.splice(0, most)
    if (batch.length === 0) return
    underWay++
    await answer(batch, ask)
    underWay--
    if (waiting.length > 0) void leave()
  }

  return (question: Q): Promise<A> =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      // What else this turn of the event loop brings may come along.
      if (underWay < inFlight) queueMicrotask(() => underWay < inFlight && void leave())
    })
}

/** The same for what nobody waits for: the first waits a moment for company, and one statement goes at a time. */
export function createGatherer<Q, A>(ask: (questions: Q[]) => Promise<A[]>, waitMs: number, most = 500) {
  const waiting: Waiting<Q, A>[] = []
  let isUnderWay = false

  async function leave() {
    while (waiting.length > 0) await answer(waiting.splice(0, most), ask)
    isUnderWay = false
  }

  return (question: Q): Promise<A> =>
    new Promise((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (isUnderWay) return
      isUnderWay = true
      setTimeout(() => void leave(), waitMs)
    })
}
