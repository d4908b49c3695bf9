import { type PointerEvent, type ReactNode, useId, useState } from 'react'
import { useWidth } from '../../lib/use-width.ts'
import { useWords } from '../../lib/words/words.ts'
import { IconButton } from '../button.tsx'
import { chartWords } from './chart.words.ts'
import { measure, Plot, type Series } from './plot.tsx'
import './chart.css'

type ChartProps = {
  title: string
  kind: 'line' | 'bars'
  series: readonly Series[]
  /** The buckets: short for the axis, and in full. */
  buckets: readonly { short: string; long: string }[]
  format(value: number): string
  formatTick?(value: number): string
  /** Opens the rows behind a bucket. */
  onPick?: ((bucket: number) => void) | undefined
  aside?: ReactNode
  height?: number
}

const Legend = ({ series, kind }: Pick<ChartProps, 'series' | 'kind'>) => (
  <ul className="legend">
    {series.map(({ id, label, color, isDashed }) => (
      <li key={id}>
        <i className={isDashed ? 'dots' : kind === 'line' ? 'line' : ''} style={{ '--k': color }} />
        {label}
      </li>
    ))}
  </ul>
)

function Numbers({ title, series, buckets, format, onPick }: ChartProps) {
  const t = useWords(chartWords)
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolled region must be reachable by keyboard.
    // biome-ignore lint/a11y/useSemanticElements: a table that scrolls, not a part of the page.
    <div className="chart-numbers" tabIndex={0} role="region" aria-label={title}>
      <table className="number-table">
        <thead>
          <tr>
            <th scope="col">{t.period}</th>
            {series.map(({ id, label }) => (
              <th key={id} scope="col" className="right">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {buckets.map(({ long }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a bucket is its place on the axis.
            <tr key={at}>
              <th scope="row">
                {onPick ? (
                  <button type="button" className="link" onClick={() => onPick(at)}>
                    {long}
                  </button>
                ) : (
                  long
                )}
              </th>
              {series.map(({ id, values }) => (
                <td key={id} className="right num">
                  {format(values[at] ?? 0)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type TipProps = Pick<ChartProps, 'series' | 'buckets' | 'format'> & {
  at: number
  left: number
  flips: boolean
}

const Tip = ({ series, buckets, format, at, left, flips }: TipProps) => (
  <div className="chart-tip float" data-flips={flips || undefined} style={{ '--at': `${left}px` }}>
    <b>{buckets[at]?.long}</b>
    {series.map(({ id, label, color, values }) => (
      <span key={id}>
        <i style={{ '--k': color }} />
        {label}
        <span className="num push">{format(values[at] ?? 0)}</span>
      </span>
    ))}
  </div>
)

/** Numbers over time, as a drawing or as a table. */
export function Chart(props: ChartProps) {
  const { title, kind, series, buckets, format, formatTick = format, onPick, aside, height = 168 } = props
  const t = useWords(chartWords)
  const id = useId()
  const { ref, width } = useWidth<HTMLDivElement>()
  const [at, setAt] = useState<number>()
  const [isTable, setIsTable] = useState(false)
  const labels = buckets.map(({ short }) => short)
  const place = measure({ kind, series, labels, width, formatTick })
  const bucketAt = (event: PointerEvent<HTMLElement>) =>
    place.nearest(event.clientX - event.currentTarget.getBoundingClientRect().left)
  return (
    <figure className="chart-box" aria-labelledby={id}>
      <figcaption>
        <h3 id={id}>{title}</h3>
        {aside && <span className="xs muted">{aside}</span>}
        <Legend series={series} kind={kind} />
        <IconButton
          icon={isTable ? 'chart' : 'table'}
          label={isTable ? t.drawing : t.numbers}
          aria-pressed={isTable}
          onClick={() => setIsTable(!isTable)}
        />
      </figcaption>
      {isTable ? (
        <Numbers {...props} />
      ) : (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the table has a button for each bucket.
        // biome-ignore lint/a11y/noStaticElementInteractions: the table has a button for each bucket.
        <div
          ref={ref}
          className="chart-plot"
          data-pick={onPick ? 'yes' : undefined}
          style={{ '--h': `${height}px` }}
          onPointerMove={(event) => setAt(bucketAt(event))}
          onPointerLeave={() => setAt(undefined)}
          onClick={onPick && (() => at !== undefined && onPick(at))}
        >
          {width > 0 && (
            <Plot
              kind={kind}
              series={series}
              labels={labels}
              width={width}
              height={height}
              at={at}
              formatTick={formatTick}
            />
          )}
          {at !== undefined && (
            <Tip
              series={series}
              buckets={buckets}
              format={format}
              at={at}
              left={place.x(at)}
              flips={at > buckets.length / 2}
            />
          )}
        </div>
      )}
    </figure>
  )
}
