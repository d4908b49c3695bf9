import { create } from 'zustand'

type Chosen = { step: { id: string; name: string } | undefined }

/** The step that is chosen in the studio. Apart from the studio's own state, which comes with its code. */
export const useChosenStep = create<Chosen>(() => ({ step: undefined }))
