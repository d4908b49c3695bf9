import { Position } from '@xyflow/react'
import { stepSize } from '../document/graph.types.ts'

/** Where an output leaves its step: as a part of the width. */
export const portPlace = (index: number, count: number) =>
  count === 1 ? 0.5 : 0.16 + (0.68 * index) / (count - 1)

export const portLabel = (port: string, known: Readonly<Record<string, string>>) => known[port] ?? port

const size = 12

/** The handles of a step, so that connections can be drawn before anything is measured. */
export const handlesOf = (ports: readonly string[], isTrigger: boolean) => [
  ...(isTrigger
    ? []
    : [
        {
          id: null,
          type: 'target' as const,
          position: Position.Top,
          x: stepSize.width / 2 - size / 2,
          y: -size / 2,
          width: size,
          height: size,
        },
      ]),
  ...ports.map((id, index) => ({
    id,
    type: 'source' as const,
    position: Position.Bottom,
    x: stepSize.width * portPlace(index, ports.length) - size / 2,
    y: stepSize.height - size / 2,
    width: size,
    height: size,
  })),
]
