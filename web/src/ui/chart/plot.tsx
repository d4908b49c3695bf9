import { labelled, ticksOf } from './scale.ts'

export type Series = {
  id: string
  label: string
  color: string
  values: readonly number[]
  /** The same a period ago. */
  isDashed?: boolean
  isFilled?: boolean
}

type PlotProps = {
  kind: 'line' | 'bars'
  series: readonly Series[]
  labels: readonly string[]
  width: number
  height: number
  at: number | undefined
  formatTick(value: number): string
}

const top = 8
const bottom = 22
const right = 6

type Measured = Pick<PlotProps, 'kind' | 'series' | 'labels' | 'width' | 'formatTick'>

/** Where things stand along the axis. */
export function measure({ kind, series, labels, width, formatTick }: Measured) {
  const sums = labels.map((_, at) => series.reduce((sum, { values }) => sum + (values[at] ?? 0), 0))
  const peak = Math.max(0, ...(kind === 'bars' ? sums : series.flatMap(({ values }) => values)))
  const ticks = ticksOf(peak)
  const left = Math.round(14 + 6.2 * Math.max(...ticks.map((tick) => formatTick(tick).length)))
  const inner = width - left - right
  const band = kind === 'bars' ? inner / labels.length : inner / Math.max(1, labels.length - 1)
  const x = (at: number) => Math.round((left + band * (kind === 'bars' ? at + 0.5 : at)) * 10) / 10
  const nearest = (place: number) => {
    const share = (place - left) / band
    const at = kind === 'bars' ? Math.floor(share) : Math.round(share)
    return Math.min(labels.length - 1, Math.max(0, at))
  }
  return { ticks, left, inner, band, x, nearest }
}

type Frame = { x(at: number): number; y(value: number): number; band: number; base: number }

function Line({ one, frame }: { one: Series; frame: Frame }) {
  const { values, color, isDashed, isFilled } = one
  const last = values.length - 1
  const path = values.map((value, at) => `${at ? 'L' : 'M'}${frame.x(at)} ${frame.y(value)}`).join('')
  return (
    <g style={{ '--k': color }}>
      {isFilled && (
        <path
          className="area-under"
          d={`${path}L${frame.x(last)} ${frame.base}L${frame.x(0)} ${frame.base}Z`}
        />
      )}
      <path className={`ln ${isDashed ? 'prev' : ''}`} d={path} />
      {!isDashed && <circle className="end" cx={frame.x(last)} cy={frame.y(values[last] ?? 0)} r={3} />}
    </g>
  )
}

function Bars({ series, at, frame }: { series: readonly Series[]; at: number; frame: Frame }) {
  const width = Math.max(2, Math.min(34, frame.band - 3))
  let below = 0
  return series.map(({ id, color, values }) => {
    const value = values[at] ?? 0
    if (value === 0) return null
    const from = frame.y(below)
    const height = Math.max(1.5, from - frame.y(below + value) - (below > 0 ? 1 : 0))
    below += value
    return (
      <rect
        key={id}
        x={frame.x(at) - width / 2}
        y={from - height - (below > value ? 1 : 0)}
        width={width}
        height={height}
        rx={1}
        style={{ fill: color }}
      />
    )
  })
}

/** The drawing itself. Its numbers are in the table beside it. */
export function Plot({ kind, series, labels, width, height, at, formatTick }: PlotProps) {
  const count = labels.length
  const { ticks, left, inner, band, x } = measure({ kind, series, labels, width, formatTick })
  const max = ticks.at(-1) ?? 1
  const frame: Frame = {
    band,
    base: height - bottom,
    x,
    y: (value) => Math.round((top + (height - top - bottom) * (1 - value / max)) * 10) / 10,
  }
  const isLabelled = labelled(count, inner, 58)
  const anchorOf = (index: number) => {
    if (kind === 'bars') return 'middle'
    return index === 0 ? 'start' : index === count - 1 ? 'end' : 'middle'
  }
  return (
    <svg
      className="chart"
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {ticks.map((tick, index) => (
        <g key={tick}>
          <line
            className={index ? 'grid' : 'axis'}
            x1={left}
            x2={width - right}
            y1={Math.round(frame.y(tick)) + 0.5}
            y2={Math.round(frame.y(tick)) + 0.5}
          />
          <text x={left - 8} y={frame.y(tick) + 4} textAnchor="end">
            {formatTick(tick)}
          </text>
        </g>
      ))}
      {at !== undefined && <line className="at" x1={frame.x(at)} x2={frame.x(at)} y1={top} y2={frame.base} />}
      {kind === 'line'
        ? series.map((one) => <Line key={one.id} one={one} frame={frame} />)
        : labels.map((label, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place on the axis.
            <g key={`${index} ${label}`}>
              <Bars series={series} at={index} frame={frame} />
            </g>
          ))}
      {labels.map(
        (label, index) =>
          isLabelled(index) && (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place on the axis.
            <text key={index} x={frame.x(index)} y={height - 5} textAnchor={anchorOf(index)}>
              {label}
            </text>
          ),
      )}
    </svg>
  )
}
