/** Uses the editor with real input on a 12 MP photo, and counts the long tasks of the product's code. */
import type { Page } from 'playwright'
import { type Bench, BUILT } from '../browser/pages.ts'
import { spentBetween, type ThreadTask, threadTasks } from '../browser/threadTime.ts'
import type { Setting } from '../gpu/setting.ts'
import type { LongTask } from './longTasks.ts'
import type { WalkPage } from './walkPage.tsx'

declare global {
  interface Window {
    openWalk(setting: Setting): Promise<WalkPage>
    walk: WalkPage
  }
}

/** Longest task that users don't notice, ms. */
const LONG = 50
const SIZE = { width: 1440, height: 900 }

export async function walk({ open, setting }: Pick<Bench, 'open' | 'setting'>): Promise<Record<string, number>> {
  const page = await open(`${BUILT}/tests/bench/editor/walk.html`)
  const errors = errorsOf(page)
  await page.setViewportSize(SIZE)
  const { value: found, tasks } = await threadTasks(page, async () => {
    await page.evaluate(async (setting) => {
      window.walk = await window.openWalk(setting)
    }, setting)
    return takeAll(page) // drops the tasks of the start, which the page may report late
  })
  await page.close()
  // a panel that shows only an error message would take too little time
  if (errors.length > 0) throw new Error(`the editor has logged errors:\n${errors.join('\n')}`)
  const slow = found.map((task) => ({ ...task, own: ownTime(task, tasks) }))
  for (const { step, name, ms, waiting, own } of slow)
    console.log(`  ${step}: ${name}, ${ms.toFixed(0)} ms, ${waiting.toFixed(0)} for the GPU, ${own.toFixed(0)} our own`)
  return { longTasks: slow.filter(({ own }) => own > LONG).length }
}

/** Records the errors that the page logs from now on. */
function errorsOf(page: Page): readonly string[] {
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  page.on('console', (line) => {
    if (line.type() === 'error') errors.push(line.text())
  })
  return errors
}

async function takeAll(page: Page): Promise<(LongTask & { step: string })[]> {
  const found: (LongTask & { step: string })[] = []
  for (const [step, take] of Object.entries(STEPS)) {
    await take(page)
    for (const task of await page.evaluate((above) => window.walk.settle(above), LONG)) found.push({ ...task, step })
  }
  return found
}

/** Returns the task's processor time, ms. */
const ownTime = ({ from, ms, waiting }: LongTask, tasks: readonly ThreadTask[]): number =>
  Math.min(ms - waiting, spentBetween(tasks, from, from + ms) ?? ms)

const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()
const press = (page: Page, name: string) =>
  page.getByRole('tabpanel').getByRole('button', { name, exact: true }).click()

/** Drags between two positions on the canvas, as fractions of its size. */
async function drag(page: Page, from: readonly [number, number], to: readonly [number, number]) {
  const box = await page.getByRole('application', { name: 'Canvas' }).boundingBox()
  if (!box) throw new Error('the page has no canvas')
  const at = ([x, y]: readonly [number, number]) => [box.x + x * box.width, box.y + y * box.height] as const
  await page.mouse.move(...at(from))
  await page.mouse.down()
  await page.mouse.move(...at(to), { steps: 12 })
  await page.mouse.up()
}

const slide = async (page: Page, name: string) => {
  await page.getByRole('slider', { name, exact: true }).first().focus()
  for (let i = 0; i < 12; i++) await page.keyboard.press('ArrowRight')
}

const MIDDLE = [0.5, 0.5] as const

const STEPS: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  'the photo opens': (page) => page.evaluate(() => window.walk.openPhoto()),
  'Text opens': (page) => openTab(page, 'Text'),
  'a text': async (page) => {
    await press(page, 'Add Text')
    await page.getByRole('switch', { name: 'Text box' }).click() // this moves the text to the middle
  },
  'the text is dragged': (page) => drag(page, MIDDLE, [0.6, 0.4]),
  'its size': (page) => slide(page, 'Size'),
  'Shapes opens': (page) => openTab(page, 'Shapes'),
  'a shape': (page) => press(page, 'Add Shape'),
  'the shape is dragged': (page) => drag(page, MIDDLE, [0.35, 0.6]),
  'Emojis opens': (page) => openTab(page, 'Emojis'),
  'Draw opens': (page) => openTab(page, 'Draw'),
  'drawing mode': (page) => page.getByRole('switch', { name: 'Drawing mode' }).click(),
  'a stroke': (page) => drag(page, [0.3, 0.3], [0.7, 0.45]),
  'another stroke': (page) => drag(page, [0.3, 0.6], [0.7, 0.75]),
  'no drawing mode': (page) => page.getByRole('switch', { name: 'Drawing mode' }).click(),
  'Tune opens': (page) => openTab(page, 'Tune'),
  brightness: (page) => slide(page, 'Brightness'),
  shadows: (page) => slide(page, 'Shadows'),
  'Clone opens': (page) => openTab(page, 'Clone'),
  'a clone': (page) => press(page, 'Clone subject'),
  'Cutout opens': (page) => openTab(page, 'Cutout'),
  'Image Overlay opens': (page) => openTab(page, 'Image Overlay'),
  'Change BG opens': (page) => openTab(page, 'Change BG'),
  'a wheel zooms': async (page) => {
    await page.keyboard.down('Control')
    for (let i = 0; i < 6; i++) await page.mouse.wheel(0, -60)
    await page.keyboard.up('Control')
  },
  undone: async (page) => {
    for (let i = 0; i < 8; i++) await page.keyboard.press('Control+z')
  },
}
