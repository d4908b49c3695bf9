import { Extension, Mark, mergeAttributes } from '@tiptap/core'
import Blockquote from '@tiptap/extension-blockquote'
import Bold from '@tiptap/extension-bold'
import Document from '@tiptap/extension-document'
import HardBreak from '@tiptap/extension-hard-break'
import Italic from '@tiptap/extension-italic'
import { BulletList, ListItem, ListKeymap, OrderedList } from '@tiptap/extension-list'
import Paragraph from '@tiptap/extension-paragraph'
import Text from '@tiptap/extension-text'
import Underline from '@tiptap/extension-underline'
import { Placeholder, UndoRedo } from '@tiptap/extensions'
import { isLinkable } from './linkable.ts'

// A paragraph of a mail is a <div>: margins of <p> differ between mail programs.
const Line = Paragraph.extend({
  parseHTML: () => [{ tag: 'p' }, { tag: 'div' }],
  renderHTML: ({ HTMLAttributes }) => ['div', mergeAttributes(HTMLAttributes), 0],
})

// Ctrl+Enter sends the mail, so it must not break the line.
const LineBreak = HardBreak.extend({
  addKeyboardShortcuts() {
    return { 'Shift-Enter': () => this.editor.commands.setHardBreak() }
  },
})

const Link = Mark.create({
  name: 'link',
  inclusive: false,
  addAttributes: () => ({ href: { default: null } }),
  parseHTML: () => [
    {
      tag: 'a[href]',
      getAttrs: (element) => (isLinkable(element.getAttribute('href') ?? '') ? null : false),
    },
  ],
  renderHTML: ({ HTMLAttributes }) => ['a', { href: HTMLAttributes.href }, 0],
})

const LinkKey = (ask: () => void) =>
  Extension.create({
    name: 'linkKey',
    addKeyboardShortcuts: () => ({
      'Mod-k': () => {
        ask()
        return true
      },
    }),
  })

/** What a mail may contain: few things, so that it looks the same to every recipient. */
export const extensionsOf = (options: { placeholder: string; onLink(): void }) => [
  Document,
  Line,
  Text,
  LineBreak,
  Bold,
  Italic,
  Underline,
  Link,
  BulletList,
  OrderedList,
  ListItem,
  ListKeymap,
  Blockquote,
  UndoRedo,
  Placeholder.configure({ placeholder: options.placeholder }),
  LinkKey(options.onLink),
]
