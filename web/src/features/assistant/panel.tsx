import { useQuery } from '@tanstack/react-query'
import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../api/client.ts'
import { faultText } from '../../api/fault-text.ts'
import { read, reread } from '../../api/read.ts'
import { ReadFault } from '../../api/read-fault.tsx'
import { shortTime } from '../../lib/dates.ts'
import { useCommands } from '../../lib/keyboard/commands.ts'
import { useLook } from '../../lib/look.ts'
import { useWords } from '../../lib/words/words.ts'
import { Button, IconButton } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu } from '../../ui/menu.tsx'
import { showToast } from '../../ui/toasts.tsx'
import { useChosenStep } from '../workflows/index.ts'
import { conversationQuery, conversationsQuery, useStream } from './assistant.queries.ts'
import { closePanel, showConversation, usePanel } from './assistant.store.ts'
import { assistantWords } from './assistant.words.ts'
import { Messages, subjectIcons } from './messages.tsx'
import { type Subject, subjectOf, withSubject } from './subject.ts'
import './assistant.css'

/** What the member is looking at. */
function useSubject(): Subject | undefined {
  const subject = subjectOf(useRouterState({ select: ({ location }) => location.pathname }))
  const step = useChosenStep((state) => state.step?.id)
  return subject?.kind === 'workflow' && step !== undefined ? { ...subject, step } : subject
}

function useAsk() {
  const t = useWords(assistantWords)
  const conversationId = usePanel((panel) => panel.conversationId)
  return async (question: string, subject: Subject | undefined) => {
    const workflowId = subject?.kind === 'workflow' ? subject.id : undefined
    try {
      const id =
        conversationId ??
        (await client.assistant.create({ body: { ...(workflowId && { workflowId }) } })).conversation.id
      const content = subject ? withSubject(question, subject) : question
      await client.assistant.send({ params: { id }, body: { content } })
      showConversation(id)
      await reread(['assistant'])
      return true
    } catch (error) {
      showToast({ icon: 'warning', text: t.refused(faultText(error)), isFault: true })
      return false
    }
  }
}

type AboutProps = { subject: Subject; isTold: boolean; onChange(isTold: boolean): void }

/** Says what the assistant is told about the page; a click keeps it from being told. */
function About({ subject: { kind, step }, isTold, onChange }: AboutProps) {
  const t = useWords(assistantWords)
  const name = useChosenStep((state) => state.step?.name ?? '')
  return (
    <label className="choice xs assistant-about">
      <input type="checkbox" checked={isTold} onChange={({ target }) => onChange(target.checked)} />
      <Icon name={subjectIcons[kind]} size={14} />
      <span className="cut">{t.about(step === undefined ? t.subjects[kind] : t.step(name))}</span>
    </label>
  )
}

function Composer({ isRunning }: { isRunning: boolean }) {
  const t = useWords(assistantWords)
  const ask = useAsk()
  const conversationId = usePanel((panel) => panel.conversationId)
  const subject = useSubject()
  const [text, setText] = useState('')
  const [isTold, setIsTold] = useState(true)
  const submit = async () => {
    const question = text.trim()
    if (question === '' || isRunning) return
    setText('')
    if (!(await ask(question, isTold ? subject : undefined))) setText(question)
  }
  const stop = () =>
    conversationId &&
    client.assistant.cancel({ params: { id: conversationId } }).then(() => reread(['assistant']))
  return (
    <form
      className="assistant-composer"
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {subject && <About subject={subject} isTold={isTold} onChange={setIsTold} />}
      <textarea
        className="area"
        rows={3}
        aria-label={t.ask}
        placeholder={t.placeholder}
        maxLength={20_000}
        value={text}
        // biome-ignore lint/a11y/noAutofocus: the panel was opened to ask something.
        autoFocus
        onChange={({ target }) => setText(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
          event.preventDefault()
          void submit()
        }}
      />
      <div className="row">
        {isRunning ? (
          <Button size="small" icon="stop" className="push" onClick={() => void stop()}>
            {t.stop}
          </Button>
        ) : (
          <Button
            size="small"
            kind="primary"
            type="submit"
            keys="Enter"
            className="push"
            disabled={!text.trim()}
          >
            {t.send}
          </Button>
        )}
      </div>
    </form>
  )
}

function Hello() {
  const t = useWords(assistantWords)
  const ask = useAsk()
  const subject = useSubject()
  const { data } = useQuery(read(client.assistant.models, {}))
  if (data && data.default === null) return <Empty icon="plug-off" title={t.hello} text={t.noModel} />
  return (
    <Empty icon="quill" title={t.hello} text={t.helloText}>
      <div className="assistant-ideas">
        {Object.values(t.ideas[subject?.step ? 'step' : (subject?.kind ?? 'nothing')]).map((idea) => (
          <Button key={idea} size="small" onClick={() => void ask(idea, subject)}>
            {idea}
          </Button>
        ))}
      </div>
    </Empty>
  )
}

function Conversation({ id }: { id: string }) {
  const t = useWords(assistantWords)
  const { data, error, refetch } = useQuery(conversationQuery(id))
  const stream = useStream(id)
  if (error) return <ReadFault error={error} onRetry={() => void refetch()} />
  if (!data) return null
  const { conversation, messages, proposals } = data
  return (
    <>
      <Messages
        messages={messages}
        proposals={proposals}
        stream={stream}
        isRunning={conversation.status === 'running'}
      />
      {conversation.status === 'failed' && (
        <p className="hint bad" role="alert">
          {t.failed}
        </p>
      )}
    </>
  )
}

function Head() {
  const t = useWords(assistantWords)
  const locale = useLook((look) => look.locale)
  const { data } = useQuery(conversationsQuery)
  const entries = (data?.conversations ?? []).map(({ id, title, updatedAt }) => ({
    id,
    label: `${title || t.title}, ${shortTime(updatedAt, locale)}`,
    run: () => showConversation(id),
  }))
  return (
    <header>
      <h2>{t.title}</h2>
      <span className="push group">
        {entries.length > 0 && (
          <Menu align="end" trigger={<IconButton icon="clock" label={t.earlier} />} groups={[{ entries }]} />
        )}
        <IconButton icon="plus" label={t.fresh} onClick={() => showConversation(undefined)} />
        <IconButton icon="close" label={t.close} onClick={closePanel} />
      </span>
    </header>
  )
}

/** The assistant, beside whatever the member is looking at. */
export default function Panel() {
  const t = useWords(assistantWords)
  const conversationId = usePanel((panel) => panel.conversationId)
  const { data } = useQuery({
    ...conversationQuery(conversationId ?? ''),
    enabled: conversationId !== undefined,
  })
  const isRunning = conversationId !== undefined && data?.conversation.status === 'running'
  useCommands([
    {
      id: 'assistant-new',
      title: t.fresh,
      group: t.title,
      icon: 'plus',
      run: () => showConversation(undefined),
    },
    { id: 'assistant-close', title: t.close, group: t.title, icon: 'close', run: closePanel },
  ])
  return (
    <aside className="assistant-panel" aria-label={t.title}>
      <Head />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard. */}
      <div className="scroll assistant-talk" tabIndex={0}>
        {conversationId ? <Conversation id={conversationId} /> : <Hello />}
      </div>
      <Composer isRunning={isRunning} />
    </aside>
  )
}
