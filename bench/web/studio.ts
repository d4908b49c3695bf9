import type { Page } from 'playwright-core'
import { scriptsOf, weigh } from './measures.ts'
import { openContext, quantile, report, type Visitor } from './visitor.ts'

const stepCount = 300
const columns = 12

const typeOf = (at: number) =>
  at === 0 ? 'trigger.message' : at % 5 === 0 ? 'flow.if' : at % 3 === 0 ? 'mail.label' : 'flow.set'
const paramsOf = (type: string, at: number) =>
  ({
    'flow.if': {
      conditions: [
        { type: 'text', value: '{{ message.subject }}', operator: 'contains', compareTo: `order ${at}` },
      ],
    },
    'mail.label': { add: [`label ${at}`] },
    'flow.set': { fields: [{ name: 'total', value: `{{ message.subject }} ${at}` }] },
  })[type] ?? {}

/** A tree of steps, with a fork at every fifth. */
function largeGraph() {
  const nodes = Array.from({ length: stepCount }, (_, at) => ({
    id: `step${at}`,
    type: typeOf(at),
    version: 1,
    name: `Step ${at}`,
    params: paramsOf(typeOf(at), at),
    position: { x: (at % columns) * 260, y: Math.floor(at / columns) * 120 },
  }))
  const connections = nodes.slice(1).map((_, at) => {
    const from = Math.floor((at * 4) / 5)
    const isFork = nodes[from]?.type === 'flow.if'
    return {
      from: `step${from}`,
      output: isFork ? (at % 2 === 0 ? 'true' : 'false') : 'main',
      to: `step${at + 1}`,
    }
  })
  return { id: 'g', workflowId: 'w', nodes, connections }
}

async function createLargeWorkflow({ url, session }: Visitor): Promise<string> {
  const answer = await fetch(`${url}/api/v1/workflows`, {
    method: 'POST',
    headers: { cookie: `mailwright_session=${session}`, origin: url, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Large', graph: largeGraph() }),
  })
  const { id } = (await answer.json()) as { id?: string }
  if (!id) throw new Error(`no workflow was created: ${answer.status}`)
  return id
}

/** Notes when every step and connection is drawn, counted from the start of the navigation. */
const noteDrawn = `(() => {
  const look = () => {
    const drawn = document.querySelectorAll('.st-node').length
    const joined = document.querySelectorAll('.st-edge-line').length
    if (drawn >= ${stepCount} && joined >= ${stepCount - 1}) requestAnimationFrame(() => { window.drawnAt = performance.now() })
    else requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
})()`

/** Waits in the page for a value, which it returns. */
const until = (value: string) => `new Promise((resolve, reject) => {
  const from = performance.now()
  const look = () => {
    if (${value}) resolve(${value})
    else if (performance.now() - from > 20000) reject(new Error('it did not come'))
    else setTimeout(look, 10)
  }
  look()
})`

async function timeOpening(page: Page, id: string): Promise<number> {
  await page.goto(`/workflows/${id}`)
  return page.evaluate<number>(until('window.drawnAt'))
}

const startFrames = `(() => {
  window.frames_ = []
  let last = performance.now()
  const step = (now) => {
    if (!window.frames_) return
    window.frames_.push(now - last)
    last = now
    requestAnimationFrame(step)
  }
  requestAnimationFrame(step)
})()`

const stopFrames = `(() => {
  const frames = window.frames_
  window.frames_ = undefined
  return frames
})()`

/** The frames while the mouse is dragged along a circle. */
async function timeDragging(page: Page, from: { x: number; y: number }): Promise<number[]> {
  await page.mouse.move(from.x, from.y)
  await page.mouse.down()
  await page.mouse.move(from.x + 5, from.y + 5)
  await page.evaluate(startFrames)
  for (let at = 0; at < 90; at++) {
    const angle = (at / 45) * 2 * Math.PI
    await page.mouse.move(from.x + 160 * Math.sin(angle), from.y + 110 * Math.sin(angle / 2))
  }
  const frames = await page.evaluate<number[]>(stopFrames)
  await page.mouse.up()
  return frames.slice(1)
}

/** From the input of each key to the frame after the result has changed. */
const watchKeys = `(() => {
  window.keys_ = []
  const field = document.activeElement
  const result = () => field.closest('.ex').querySelector('.ex-result')?.textContent
  field.addEventListener('keydown', () => {
    const from = performance.now()
    const before = result()
    const look = () => {
      if (result() !== before) requestAnimationFrame(() => window.keys_.push(performance.now() - from))
      else if (performance.now() - from < 2000) setTimeout(look, 0)
    }
    setTimeout(look, 0)
  }, true)
})()`

async function timeTyping(page: Page, text: string): Promise<number[]> {
  await page.evaluate(watchKeys)
  for (const [at, letter] of [...text].entries()) {
    await page.keyboard.type(letter)
    await page.evaluate(until(`window.keys_.length > ${at}`))
  }
  return page.evaluate<number[]>('window.keys_')
}

const reportFrames = (title: string, frames: number[]) => {
  report(title, quantile(frames, 0.95), 'ms', 50)
  const slow = frames.filter((ms) => ms > 50).length
  console.log(
    `  ${frames.length} frames, ${slow} over 50 ms, the longest ${Math.max(...frames).toFixed(0)} ms`,
  )
}

/** The studio with a graph of 300 steps: opening it, moving about in it, and typing an expression. */
export async function measureStudio(visitor: Visitor) {
  const id = await createLargeWorkflow(visitor)
  const [cold, warm]: [number[], number[]] = [[], []]
  for (let round = 0; round < 5; round++) {
    const context = await openContext(visitor)
    await context.addInitScript(noteDrawn)
    const page = await context.newPage()
    cold.push(await timeOpening(page, id))
    warm.push(await timeOpening(page, id))
    await context.close()
  }
  report('graph of 300 steps drawn, cold cache (median)', quantile(cold, 0.5), 'ms', 1000)
  report('graph of 300 steps drawn, warm cache (median)', quantile(warm, 0.5), 'ms', 1000)
  const context = await openContext(visitor)
  await context.addInitScript(noteDrawn)
  const page = await context.newPage()
  const scripts = await scriptsOf(page, () => timeOpening(page, id))
  report('JavaScript of the studio, gzipped', weigh(scripts), 'kB', 450)
  const canvas = await page.locator('.st-canvas').boundingBox()
  if (!canvas) throw new Error('there is no canvas')
  const middle = { x: canvas.x + canvas.width / 2, y: canvas.y + canvas.height / 2 }
  reportFrames(
    'frame while panning, all steps in view (p95)',
    await timeDragging(page, { ...middle, y: canvas.y + 12 }),
  )
  await page.keyboard.press('1')
  await page.getByRole('button', { name: /100 %|\\d+ %/ }).click()
  reportFrames(
    'frame while panning at 100 % (p95)',
    await timeDragging(page, { ...middle, y: canvas.y + 12 }),
  )
  await page.keyboard.press('0')
  await page.locator('.st-node.far[data-step="step150"]').waitFor()
  const node = await page.locator('.st-node[data-step="step150"]').boundingBox()
  if (!node) throw new Error('there is no step')
  reportFrames(
    'frame while dragging a step (p95)',
    await timeDragging(page, { x: node.x + 12, y: node.y + 8 }),
  )
  await page.locator('.st-node[data-step="step1"]').click()
  const field = page.getByRole('textbox', { name: 'Value', exact: true }).first()
  await field.fill('{{ message.subject }} ')
  await field.press('End')
  const keys = await timeTyping(page, 'thank you for your order of today, which we have booked')
  report('result of an expression after a key (p95)', quantile(keys, 0.95), 'ms', 50)
  await context.close()
}
