/** Whether a value holds more than `max` values inside, counted no further than that. */
export const hasManyValues = (value: unknown, max: number): boolean => countFrom(value, -1, max) > max

/** Depth is no concern: what was read as JSON is limited, and replies are declared. */
function countFrom(value: unknown, count: number, max: number): number {
  let sum = count + 1
  if (typeof value !== 'object' || value === null) return sum
  if (Array.isArray(value))
    for (let i = 0; i < value.length && sum <= max; i++) sum = countFrom(value[i], sum, max)
  else
    for (const name in value) {
      if (sum > max) break
      sum = countFrom(value[name as keyof typeof value], sum, max)
    }
  return sum
}
