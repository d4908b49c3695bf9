import { useWords } from '../../../lib/words/words.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { Menu } from '../../../ui/menu.tsx'
import { StateTag } from '../../../ui/state-tag.tsx'
import type { Detail } from './document/graph.types.ts'
import { publishWords } from './publish/publish.words.ts'
import { studioWords } from './studio.words.ts'
import { tryWords } from './try/try.words.ts'

export function LiveTag({ workflow }: { workflow: Detail }) {
  const t = useWords(publishWords)
  const { published, pausedAt, publishedVersion } = workflow
  if (!published || !publishedVersion)
    return (
      <StateTag icon="draft" tone="idle">
        {t.draft}
      </StateTag>
    )
  return pausedAt ? (
    <StateTag icon="pause" tone="warn">
      {t.paused(publishedVersion.number)}
    </StateTag>
  ) : (
    <StateTag icon="live" tone="good">
      {t.live(publishedVersion.number)}
    </StateTag>
  )
}

type ActionsProps = {
  canPublish: boolean
  onTest(): void
  onPublish(): void
  onVersions(): void
  onSettings(): void
  onRuns(): void
}

/** What is done with the workflow as a whole. */
export function StudioActions({
  canPublish,
  onTest,
  onPublish,
  onVersions,
  onSettings,
  onRuns,
}: ActionsProps) {
  const t = useWords(publishWords)
  const { test } = useWords(tryWords)
  const { more } = useWords(studioWords)
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton icon="more" label={more} />}
        groups={[
          {
            entries: [
              { id: 'versions', label: t.versions, icon: 'clock', run: onVersions },
              { id: 'runs', label: t.runs, icon: 'pulse', run: onRuns },
              { id: 'settings', label: t.settings, icon: 'sliders', run: onSettings },
            ],
          },
        ]}
      />
      <Button icon="simulated" keys="mod+Enter" onClick={onTest}>
        {test}
      </Button>
      <Button kind="primary" disabled={!canPublish} onClick={onPublish}>
        {t.publish}
      </Button>
    </>
  )
}
