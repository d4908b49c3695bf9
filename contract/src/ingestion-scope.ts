import { choice, list, named, object, text, withDefault } from './schema.ts'

const ScopeMode = choice('exclude', 'include')
const ScopeEntries = list(text(1, 320), undefined, 500)

/** Whose mail is ingested. The organisation's scope applies before the member's. */
export const IngestionScope = named(
  'IngestionScope',
  object({ mode: ScopeMode, domains: ScopeEntries, emails: ScopeEntries }),
)

export const NewIngestionScope = object({
  mode: withDefault(ScopeMode, 'exclude'),
  domains: withDefault(ScopeEntries, []),
  emails: withDefault(ScopeEntries, []),
})
