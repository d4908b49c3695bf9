import type { ReactNode } from 'react'
import { useWords } from '../../lib/words/words.ts'
import { Icon } from '../../ui/icon.tsx'
import { LanguageSwitch } from '../account/index.ts'
import { Brand, useVersion } from '../instance/index.ts'
import { authWords } from './auth.words.ts'
import './auth.css'

const steps = ['you', 'mailbox', 'mail'] as const

type StepsPageProps = {
  step?: (typeof steps)[number]
  title: string
  lead: ReactNode
  promises?: readonly ReactNode[]
  /** Below the sentence. */
  aside?: ReactNode
  children: ReactNode
}

function Steps({ now }: { now: (typeof steps)[number] }) {
  const t = useWords(authWords)
  const at = steps.indexOf(now)
  return (
    <ol className="steps" aria-label={t.stepsLabel}>
      {steps.map((step, index) => (
        <li
          key={step}
          data-state={index < at ? 'done' : undefined}
          aria-current={step === now ? 'step' : undefined}
        >
          {t.steps[step]}
        </li>
      ))}
    </ol>
  )
}

const Promises = ({ promises }: { promises: readonly ReactNode[] }) => (
  <ul className="promises">
    {promises.map((promise, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list.
      <li key={index}>
        <Icon name="check" />
        <span>{promise}</span>
      </li>
    ))}
  </ul>
)

/** One of the pages from the first visit to the first mail. */
export function StepsPage({ step, title, lead, promises = [], aside, children }: StepsPageProps) {
  const t = useWords(authWords)
  const version = useVersion()
  return (
    <div className="steps-page">
      <header>
        <Brand />
        {step && <Steps now={step} />}
        <LanguageSwitch />
      </header>
      <main className="steps-stage">
        <div>
          <h1>{title}</h1>
          <p className="lead">{lead}</p>
          {promises.length > 0 && <Promises promises={promises} />}
          {aside}
        </div>
        {children}
      </main>
      <footer>
        <span className="row tight">
          <Icon name="lock" size={14} />
          {t.stays(location.hostname)}
        </span>
        <span>{version && t.version(version)}</span>
      </footer>
    </div>
  )
}
