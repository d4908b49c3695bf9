/** Whether a value holds more than `max` values inside, counted no further than that. */
export function hasManyValues(value: unknown, max: number): boolean {
  const open = [value]
  for (let count = 0; open.length > 0; count++) {
    if (count > max) return true
    const one = open.pop()
    if (typeof one !== 'object' || one === null) continue
    for (const part of Array.isArray(one) ? one : Object.values(one)) {
      if (open.length > max) return true
      open.push(part)
    }
  }
  return false
}
