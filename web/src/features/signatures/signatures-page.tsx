import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { attempt } from '../../api/attempt.ts'
import { client } from '../../api/client.ts'
import { PageList } from '../../api/page-list.tsx'
import { read, reread } from '../../api/read.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { usePageTitle } from '../../lib/use-page-title.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Confirm } from '../../ui/confirm.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PageBar } from '../../ui/page-bar.tsx'
import { Formatted } from '../../ui/rich-text/formatted.tsx'
import { fromPlainText } from '../../ui/rich-text/plain.ts'
import { StateTag } from '../../ui/state-tag.tsx'
import { useAccount } from '../account/index.ts'
import SignatureForm, { type Signature } from './signature-form.tsx'
import { signatureWords } from './signatures.words.ts'
import './signatures.css'

type CardProps = { signature: Signature; mayChange: boolean; onChange(): void; onRemove(): void }

function Card({ signature, mayChange, onChange, onRemove }: CardProps) {
  const t = useWords(signatureWords)
  return (
    <li className="sheet signature">
      <header>
        <b className="cut">{signature.name}</b>
        {signature.isDefault && (
          <StateTag icon="ok" tone="accent" isPlain>
            {t.isDefault}
          </StateTag>
        )}
        <span className="push group">
          {mayChange && (
            <>
              <IconButton icon="pen" label={t.changeOne(signature.name)} onClick={onChange} />
              <IconButton icon="bin" label={t.removeOne(signature.name)} onClick={onRemove} />
            </>
          )}
        </span>
      </header>
      {signature.bodyHtml || signature.bodyText ? (
        <Formatted
          className="signature-shown"
          html={signature.bodyHtml || fromPlainText(signature.bodyText)}
        />
      ) : (
        <p className="signature-shown">{t.empty}</p>
      )}
    </li>
  )
}

/** The member's signatures, and those of the organisation. */
export default function SignaturesPage() {
  const t = useWords(signatureWords)
  usePageTitle(t.title)
  const isAdmin = useAccount()?.member.role === 'admin'
  const query = useQuery(read(client.signatures.list, {}))
  const signatures = query.data?.signatures ?? []
  const [open, setOpen] = useState<Signature | 'new'>()
  const [removing, setRemoving] = useState<Signature>()
  const add = () => setOpen('new')
  useCommands([{ id: 'signature-add', title: t.add, group: t.title, keys: ['n'], icon: 'plus', run: add }])
  const remove = async ({ id, name }: Signature) => {
    setRemoving(undefined)
    await attempt(client.signatures.remove({ params: { id } }), t.removed(name))
    await reread(['signatures'])
  }
  const button = (
    <Button kind="primary" icon="plus" keys="n" onClick={add}>
      {t.add}
    </Button>
  )
  const groups = (['member', 'org'] as const)
    .map((scope) => ({ scope, items: signatures.filter((one) => one.scope === scope) }))
    .filter(({ items }) => items.length > 0)
  return (
    <>
      <PageBar title={t.title}>{signatures.length > 0 && button}</PageBar>
      <div className="scroll">
        <PageList
          read={query}
          isEmpty={signatures.length === 0}
          empty={
            <Empty icon="pen" title={t.none} text={t.noneText}>
              {button}
            </Empty>
          }
        >
          <div className="page narrow">
            {groups.map(({ scope, items }) => (
              <section key={scope} className="signature-group">
                <h2 className="head">{t.groups[scope]}</h2>
                <ul className="signatures">
                  {items.map((signature) => (
                    <Card
                      key={signature.id}
                      signature={signature}
                      mayChange={scope === 'member' || isAdmin}
                      onChange={() => setOpen(signature)}
                      onRemove={() => setRemoving(signature)}
                    />
                  ))}
                </ul>
              </section>
            ))}
          </div>
        </PageList>
      </div>
      {open && (
        <SignatureForm
          {...(open !== 'new' && { known: open })}
          isAdmin={isAdmin}
          onClose={() => setOpen(undefined)}
        />
      )}
      {removing && (
        <Confirm
          title={t.removeTitle(removing.name)}
          yes={t.remove}
          no={t.cancel}
          onYes={() => void remove(removing)}
          onNo={() => setRemoving(undefined)}
        >
          <p>{t.removeText}</p>
        </Confirm>
      )}
    </>
  )
}
