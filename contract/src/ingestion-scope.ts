import { choice, list, named, object, text, withDefault } from './schema.ts'

const ScopeMode = choice('exclude', 'include')
const ScopeEntries = list(text(1, 320), undefined, 500)

/** Whose mail is taken in: a member's choice, and the organisation's before it. */
export const IngestionScope = named(
  'IngestionScope',
  object({ mode: ScopeMode, domains: ScopeEntries, emails: ScopeEntries }),
)

/** What replaces it. */
export const NewIngestionScope = object({
  mode: withDefault(ScopeMode, 'exclude'),
  domains: withDefault(ScopeEntries, []),
  emails: withDefault(ScopeEntries, []),
})
