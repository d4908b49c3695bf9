import { attempt } from '../../api/attempt.ts'
import { reread } from '../../api/read.ts'
import { useWords } from '../../lib/words/words.ts'
import { showToast } from '../../ui/toasts.tsx'
import { aiWords } from './ai.words.ts'

/** Saves, says so or why not, and reads again what is shown. Returns whether it was saved. */
export function useSave() {
  const t = useWords(aiWords)
  return async (saving: Promise<unknown>): Promise<boolean> => {
    const isSaved = (await attempt(saving)) !== undefined
    if (isSaved) showToast({ icon: 'check', text: t.saved })
    await reread(['ai'], ['aiCosts'])
    return isSaved
  }
}
