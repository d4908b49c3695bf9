import { nextTime } from '@mailwright/contract/workflow-graph/cron/next-time'
import { parseCron } from '@mailwright/contract/workflow-graph/cron/parse-cron'
import { isTimeZone } from '@mailwright/contract/workflow-graph/cron/time-zone'
import { longTime } from '../../../../lib/dates.ts'
import { useLook } from '../../../../lib/look.ts'
import { useWords } from '../../../../lib/words/words.ts'
import { formWords } from './form.words.ts'
import { Labelled } from './labelled.tsx'
import { asText, type FieldProps } from './simple-fields.tsx'

const shown = 5

/** The next times of a schedule, by the code that starts it. */
function nextTimes(cron: string, zone: string, after: number): number[] | undefined {
  const parsed = parseCron(cron)
  if (!parsed || !isTimeZone(zone)) return undefined
  const times: number[] = []
  let from = after
  while (times.length < shown) {
    const next = nextTime(parsed, zone, from)
    if (next === undefined) break
    times.push(next)
    from = next
  }
  return times
}

export function CronField({ value, onChange, schema: _, zone, ...place }: FieldProps & { zone: string }) {
  const t = useWords(formWords)
  const locale = useLook((look) => look.locale)
  const text = asText(value)
  const times = text === '' ? undefined : nextTimes(text, zone, Date.now())
  return (
    <>
      <Labelled {...place}>
        {({ id, describedBy }) => (
          <input
            id={id}
            className="input mono"
            placeholder="0 9 * * 1-5"
            aria-describedby={describedBy}
            aria-invalid={text !== '' && times === undefined}
            value={text}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Labelled>
      {text !== '' && times === undefined && <p className="hint bad">{t.badCron}</p>}
      {times && (
        <div className="fm-times">
          <b>{t.next}</b>
          {times.length === 0 && <p className="muted">{t.never}</p>}
          <ol>
            {times.map((time) => (
              <li key={time} className="num">
                {longTime(new Date(time).toISOString(), locale)}
              </li>
            ))}
          </ol>
        </div>
      )}
    </>
  )
}

const zones =
  typeof Intl.supportedValuesOf === 'function' ? ['UTC', ...Intl.supportedValuesOf('timeZone')] : ['UTC']

export function ZoneField({ value, onChange, schema, ...place }: FieldProps) {
  return (
    <Labelled {...place}>
      {({ id, describedBy }) => (
        <>
          <input
            id={id}
            className="input"
            list={`${id}-zones`}
            aria-describedby={describedBy}
            value={asText(value ?? schema.default)}
            onChange={({ target }) => onChange(target.value)}
          />
          <datalist id={`${id}-zones`}>
            {zones.map((zone) => (
              <option key={zone} value={zone} />
            ))}
          </datalist>
        </>
      )}
    </Labelled>
  )
}
