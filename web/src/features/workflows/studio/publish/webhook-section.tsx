import { useState } from 'react'
import { client } from '../../../../api/client.ts'
import { faultText } from '../../../../api/fault-text.ts'
import { reread } from '../../../../api/read.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { Button } from '../../../../ui/button.tsx'
import { showToast } from '../../../../ui/toasts.tsx'
import { flush } from '../document/auto-save.ts'
import type { Detail } from '../document/graph.types.ts'
import { publishWords } from './publish.words.ts'

const curlOf = (url: string) =>
  `curl -X POST '${url}' -H 'Content-Type: application/json' -d '{"hello":"world"}'`

function Copyable({ label, text }: { label: string; text: string }) {
  const t = useWords(publishWords)
  return (
    <div className="wh-line">
      <input
        className="input mono"
        readOnly
        aria-label={label}
        value={text}
        onFocus={({ target }) => target.select()}
      />
      <Button
        size="small"
        icon="copy"
        aria-label={`${t.copy}: ${label}`}
        onClick={() =>
          void navigator.clipboard
            .writeText(text)
            .then(() => showToast({ icon: 'copy', text: t.copied }, 2_000))
        }
      >
        {t.copy}
      </Button>
    </div>
  )
}

/** The address by which other programs start the workflow; it is shown once. */
export function WebhookSection({ workflow }: { workflow: Detail }) {
  const t = useWords(publishWords)
  const [url, setUrl] = useState<string>()
  const [fault, setFault] = useState<string>()
  const attempt = async (act: () => Promise<unknown>) => {
    setFault(undefined)
    try {
      await flush()
      await act()
      await reread(['workflows'])
    } catch (error) {
      setFault(faultText(error))
    }
  }
  const create = () =>
    attempt(async () => setUrl((await client.workflows.createWebhook({ params: { id: workflow.id } })).url))
  const revoke = () =>
    attempt(async () => {
      await client.workflows.revokeWebhook({ params: { id: workflow.id } })
      setUrl(undefined)
    })
  return (
    <section className="wh">
      <h3 className="label">{t.webhook}</h3>
      {url ? (
        <>
          <p className="hint">{t.webhookOnce}</p>
          <Copyable label={t.webhook} text={url} />
          <Copyable label={t.curl} text={curlOf(url)} />
        </>
      ) : (
        <p className="hint">{workflow.hasWebhook ? t.webhookSet : t.webhookNone}</p>
      )}
      {fault && <p className="hint bad">{fault}</p>}
      <div className="btns">
        <Button size="small" icon="hook" onClick={() => void create()}>
          {workflow.hasWebhook ? t.webhookReplace : t.webhookCreate}
        </Button>
        {workflow.hasWebhook && (
          <Button size="small" kind="danger" icon="bin" onClick={() => void revoke()}>
            {t.webhookRevoke}
          </Button>
        )}
      </div>
    </section>
  )
}
