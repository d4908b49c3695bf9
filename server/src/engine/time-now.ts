let last = { at: 0, text: '' }

/** The current time as ISO text, formatted at most once per millisecond. */
export function timeNow(): string {
  const at = Date.now()
  if (at !== last.at) last = { at, text: new Date(at).toISOString() }
  return last.text
}

export const millisecondsBetween = (from: string, to: string) =>
  from === to ? 0 : Date.parse(to) - Date.parse(from)
