import { useState } from 'react'
import { useWords } from '../../../../lib/words/words.ts'
import { portLabel } from '../canvas/ports.ts'
import { canConnect, connect, portsOf } from '../document/edits.ts'
import type { Step } from '../document/graph.types.ts'
import { edit, useStudio } from '../document/studio.store.ts'
import { iconOf, useCatalogue } from '../node-types.tsx'
import { studioWords } from '../studio.words.ts'
import ListDialog from './list-dialog.tsx'

/** Connects by keyboard: first the output, then the step. */
export function ConnectDialog({ step, onClose }: { step: Step; onClose(): void }) {
  const t = useWords(studioWords)
  const type = useCatalogue().get(step.type)
  const graph = useStudio((state) => state.graph)
  const ports = portsOf(type, step)
  const [output, setOutput] = useState(ports.length === 1 ? ports[0] : undefined)
  const matches = (text: string, find: string) => text.toLowerCase().includes(find.trim().toLowerCase())
  if (output === undefined)
    return (
      <ListDialog
        key="output"
        title={`${t.connectTitle(step.name)}: ${t.output}`}
        none={t.notConnected}
        entriesFor={(find) =>
          ports
            .map((port) => ({ id: port, icon: 'branch' as const, title: portLabel(port, t.ports) }))
            .filter(({ title }) => matches(title, find))
        }
        onChoose={setOutput}
        onClose={onClose}
      />
    )
  return (
    <ListDialog
      key="target"
      title={`${t.connectTitle(step.name)}: ${t.target}`}
      none={t.noTarget}
      entriesFor={(find) =>
        graph.nodes
          .filter(
            ({ id, name }) => canConnect(graph, { from: step.id, output, to: id }) && matches(name, find),
          )
          .map((one) => ({ id: one.id, icon: iconOf(one.type), title: one.name, detail: `steps.${one.id}` }))
      }
      onChoose={(to) => {
        edit((now) => connect(now, { from: step.id, output, to }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
