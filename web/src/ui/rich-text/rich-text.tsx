import { lazy, Suspense } from 'react'
import './rich-text.css'
import { TypedAheadField } from '../typed-ahead-field.tsx'
import type { RichTextProps } from './rich-text.types.ts'

const RichTextEditor = lazy(() => import('./rich-text-editor.tsx'))

/** Text with a little formatting: bold, lists, links. Its code is loaded when it is first shown. */
export const RichText = (props: RichTextProps) => (
  <Suspense
    fallback={
      <div className="rich-text" aria-busy="true">
        <div className="rich-body">{props.hasFocus && <TypedAheadField />}</div>
        {props.children}
      </div>
    }
  >
    <RichTextEditor {...props} />
  </Suspense>
)
