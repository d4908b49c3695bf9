let last = { at: 0, text: '' }

/** The time as it is written down; within one millisecond it is written out once. */
export function timeNow(): string {
  const at = Date.now()
  if (at !== last.at) last = { at, text: new Date(at).toISOString() }
  return last.text
}

export const millisecondsBetween = (from: string, to: string) =>
  from === to ? 0 : Date.parse(to) - Date.parse(from)
