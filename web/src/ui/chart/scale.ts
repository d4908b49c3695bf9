const steps = [1, 2, 2.5, 5, 10]

/** Round numbers from zero to at least `peak`, about `count` apart. */
export function ticksOf(peak: number, count = 3): number[] {
  if (!(peak > 0)) return [0, 1]
  const rough = peak / count
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = power * (steps.find((one) => one * power >= rough * 0.999) ?? 10)
  // Whole things are counted in whole numbers.
  const whole = Number.isInteger(peak) ? Math.max(1, Math.ceil(step)) : step
  return Array.from({ length: Math.ceil((peak / whole) * 0.999) + 1 }, (_, at) => at * whole)
}

/** Which of `count` labels fit side by side: every first, second, fifth, … */
export function labelled(count: number, width: number, labelWidth: number): (at: number) => boolean {
  const fitting = Math.max(1, Math.floor(width / labelWidth))
  const every = Math.max(1, Math.ceil(count / fitting))
  return (at) => at % every === 0
}
