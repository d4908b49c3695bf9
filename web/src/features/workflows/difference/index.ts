import { lazy } from 'react'

/** The difference between two graphs, drawn and in words, with the buttons of the caller; loaded when first shown. */
export const GraphDifference = lazy(() => import('./graph-difference.tsx'))
