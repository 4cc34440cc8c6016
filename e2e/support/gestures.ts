/** Gestures of a user on the canvas, by mouse, finger and key, and functions that read their results. */
import { type CDPSession, type Download, expect, type Locator, type Page } from '@playwright/test'
import type { RenderedPreview } from '#client/editor/workspace/testing.ts'
import type { KindName, LayerNamed } from '#client/layers/registry.ts'
import type { Picture } from './pixels.ts'

/** A point. Each function says whether it takes CSS px or document px. */
export interface Place {
  x: number
  y: number
}

export const canvas = (page: Page) => page.getByRole('application', { name: 'Canvas' })
export const hash = (page: Page) => page.evaluate(() => window.midground!.stateHash())
export const openTab = (page: Page, name: string) => page.getByRole('tab', { name, exact: true }).click()

/** Drops a file on the window, or pastes it. */
export const give = (page: Page, how: 'drop' | 'paste', file: { name: string; type: string; buffer: Buffer }) =>
  page.evaluate(
    ({ how, name, type, bytes }) => {
      const files = new DataTransfer()
      files.items.add(new File([Uint8Array.from(atob(bytes), (c) => c.charCodeAt(0))], name, { type }))
      const options = { bubbles: true, cancelable: true }
      document.body.dispatchEvent(
        how === 'drop'
          ? new DragEvent('drop', { ...options, dataTransfer: files })
          : new ClipboardEvent('paste', { ...options, clipboardData: files }),
      )
    },
    { how, name: file.name, type: file.type, bytes: file.buffer.toString('base64') },
  )

/** Returns the layers of one kind, in document order, without methods. */
export const layersOf = <K extends KindName>(page: Page, kind: K): Promise<LayerNamed<K>[]> =>
  page.evaluate((wanted) => {
    const { layers, order } = window.midground!.document()
    return order.map((id) => layers[id]).filter((layer) => layer?.kind === wanted) as unknown[]
  }, kind) as Promise<LayerNamed<K>[]>

/** Returns the pixels of the preview without the watermark. */
export async function preview(page: Page): Promise<Picture & Omit<RenderedPreview, 'pixels'>> {
  const { pixels, ...shot } = await page.evaluate(() => window.midground!.renderPreview({ watermark: false }))
  return { ...shot, data: pixels }
}

/**
 * Returns the screen position (CSS px) of a document point in the painted preview. `isStill`: first waits until the
 * canvas has a constant size, because on phones its size changes a few frames after a panel opens.
 */
export async function onScreen(page: Page, place: Place, { isStill = false } = {}): Promise<Place> {
  if (isStill) await canvasIsStill(page)
  const at = await page.evaluate(async (place) => {
    await window.midground!.renderPreview({ watermark: false })
    return window.midground!.toCanvas(place)
  }, place)
  const { x, y } = (await canvas(page).boundingBox())!
  return { x: x + at.x, y: y + at.y }
}

/** Waits until the canvas has had the same top edge and height for 14 frames. */
async function canvasIsStill(page: Page): Promise<void> {
  await canvas(page).evaluate(async (element) => {
    const FRAMES = 15
    let last = ''
    for (let still = 0; still < FRAMES; still++) {
      await new Promise(requestAnimationFrame)
      const { top, height } = element.getBoundingClientRect()
      if (last !== `${top} ${height}`) still = 0
      last = `${top} ${height}`
    }
  })
}

/** Drags with the mouse between two points in document px. */
export async function dragOnCanvas(page: Page, from: Place, to: Place): Promise<void> {
  const [a, b] = [await onScreen(page, from), await onScreen(page, to)]
  await page.mouse.move(a.x, a.y)
  await page.mouse.down()
  await page.mouse.move(b.x, b.y, { steps: 6 })
  await page.mouse.up()
}

/** Turns the wheel at the mouse position. Waits after each notch until the canvas has zoomed. */
export async function zoomIn(page: Page, notches: number): Promise<void> {
  const scale = () => page.evaluate(async () => (await window.midground!.renderPreview({ watermark: false })).scale)
  for (let notch = 0; notch < notches; notch++) {
    const before = await scale()
    await page.mouse.wheel(0, -200)
    await expect.poll(scale).toBeGreaterThan(before)
  }
}

/** Drags with one finger between two points in document px. The browser context must have touch. */
export async function touchOnCanvas(page: Page, from: Place, to: Place): Promise<void> {
  const [a, b] = [await onScreen(page, from, { isStill: true }), await onScreen(page, to)]
  await fingers(page, [[a], ...between(a, b).map((place) => [place])])
}

/**
 * Taps, and waits for the click event, which the browser sends after the touch events. Accepts a click on any element,
 * because React may have replaced the target. Waits at most `MAX_CLICK_DELAY_MS`, because a long press doesn't send a
 * click.
 */
export async function tapThrough(target: Locator): Promise<void> {
  const clicked = target.page().evaluate(
    (most) =>
      new Promise<void>((done) => {
        document.addEventListener('click', () => setTimeout(done), { once: true, capture: true })
        setTimeout(done, most)
      }),
    MAX_CLICK_DELAY_MS,
  )
  await Promise.all([clicked, target.tap()])
}

/** Longest wait for the click event after a tap. */
const MAX_CLICK_DELAY_MS = 5000

/** Taps once with one finger at a point in CSS px. */
export const fingerTap = (page: Page, at: Place) => taps(page, at, 1)

/** Taps twice with one finger at a point in CSS px. */
export const doubleTap = (page: Page, at: Place) => taps(page, at, 2)

const taps = (page: Page, at: Place, count: number) =>
  atOnce(page, (cdp, now) =>
    Array.from({ length: count }, (_, i) => now + 0.1 * i).flatMap((timestamp) => [
      cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at], timestamp }),
      cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [], timestamp: timestamp + 0.02 }),
    ]),
  )

/** Double-clicks with the mouse at a point in CSS px. */
export const doubleClick = (page: Page, { x, y }: Place) =>
  atOnce(page, (cdp, now) =>
    [1, 2].flatMap((clickCount) => {
      const button = { x, y, button: 'left', clickCount } as const
      const timestamp = now + 0.1 * clickCount
      return [
        cdp.send('Input.dispatchMouseEvent', { type: 'mousePressed', ...button, timestamp }),
        cdp.send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...button, timestamp: timestamp + 0.02 }),
      ]
    }),
  )

/** Sends all events without pauses, with timestamps in seconds. A slow machine then doesn't change their intervals. */
async function atOnce(page: Page, send: (cdp: CDPSession, now: number) => Promise<unknown>[]): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  await Promise.all(send(cdp, Date.now() / 1000))
  await cdp.detach()
}

/** Moves two fingers apart or together. `middle` is in document px, the distances `from` and `to` in CSS px. */
export async function pinchOnCanvas(page: Page, middle: Place, from: number, to: number): Promise<void> {
  const { x, y } = await onScreen(page, middle, { isStill: true })
  const pair = (gap: number) => [
    { x: x - gap / 2, y },
    { x: x + gap / 2, y },
  ]
  await fingers(page, [pair(from), ...between({ x: from, y: 0 }, { x: to, y: 0 }).map((gap) => pair(gap.x))])
}

/**
 * Moves fingers through the frames, then lifts them. Each frame has one point per finger, in CSS px. A frame with more
 * points adds fingers.
 */
export async function fingers(page: Page, frames: readonly Place[][]): Promise<void> {
  const cdp = await page.context().newCDPSession(page)
  let down = 0
  for (const frame of frames) {
    const touchPoints = frame.map((place, id) => ({ ...place, id }))
    await cdp.send('Input.dispatchTouchEvent', { type: frame.length > down ? 'touchStart' : 'touchMove', touchPoints })
    down = frame.length
  }
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await cdp.detach()
}

const between = (a: Place, b: Place, steps = 6): Place[] =>
  Array.from({ length: steps }, (_, i) => {
    const t = (i + 1) / steps
    return { x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t }
  })

/** Presses Tab until the target has the focus. Throws after 60 presses. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let i = 0; i < 60; i++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('the Tab key does not lead there')
}

/** Returns the unpremultiplied RGBA of one pixel. */
export function pixelAt({ width, data }: Picture, { x, y }: Place): number[] {
  const i = (Math.round(y) * width + Math.round(x)) * 4
  return [...data.subarray(i, i + 4)]
}

/** Records all screen reader announcements from now on. The returned function waits for an announcement. */
export async function listen(page: Page): Promise<(sentence: string | RegExp) => Promise<void>> {
  const heard = await page.evaluateHandle(() => {
    const sentences: string[] = []
    const look = () => {
      for (const { textContent } of document.querySelectorAll('[role=status], [aria-live=polite]'))
        if (textContent && !sentences.includes(textContent)) sentences.push(textContent)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
    return sentences
  })
  return (sentence) =>
    expect
      .poll(() => heard.jsonValue())
      .toContainEqual(typeof sentence === 'string' ? sentence : expect.stringMatching(sentence))
}

/**
 * Adds a text layer with its button. On touch devices, the button also starts typing on the canvas. This function ends
 * the typing.
 */
export async function addText(page: Page, label: 'Add Text' | 'Add 3D Text' = 'Add Text'): Promise<void> {
  await page.getByRole('button', { name: label, exact: true }).click()
  if (!(await page.evaluate(() => matchMedia('(pointer: coarse)').matches))) return
  await page.getByRole('textbox', { name: 'Text on the photo' }).press('Control+Enter')
}

/** Opens the Text tab if necessary and adds a text layer. Without `text`, the layer has the default content. */
export async function writeText(page: Page, text?: string): Promise<void> {
  const panel = page.getByRole('tabpanel', { name: 'Text', exact: true })
  if (!(await panel.isVisible())) await openTab(page, 'Text') // a click on an open tab would close it
  await addText(page)
  if (text !== undefined) await page.getByRole('textbox', { name: 'Text content' }).fill(text)
}

/** Moves the selected text to the middle of the photo, from the place that it got during typing. */
export async function centerText(page: Page): Promise<void> {
  const panel = page.getByRole('tabpanel', { name: 'Text', exact: true })
  const section = panel.getByRole('button', { name: 'Position and opacity' })
  if ((await section.getAttribute('aria-expanded')) === 'false') await section.click()
  for (const name of ['Horizontal', 'Vertical']) await setField(panel, name, '50')
}

/** Types a value into a number field and confirms it. */
export async function setField(within: Page | Locator, name: string, value: string): Promise<void> {
  const field = within.getByRole('spinbutton', { name, exact: true })
  await field.fill(value)
  await field.press('Enter')
}

/** Opens a menu with its button and runs one of the menu's commands. */
export async function runFromMenu(page: Page, menu: 'Menu' | 'Account', command: string): Promise<void> {
  await page.getByRole('button', { name: menu, exact: true }).click()
  await page.getByRole('menuitem', { name: command }).click()
}

/** Runs the action and returns the download that it starts. */
export async function downloadBy(page: Page, act: () => Promise<void>): Promise<Download> {
  const started = page.waitForEvent('download')
  await act()
  return started
}

const FOLDED = 'button[aria-expanded=false]:not([aria-haspopup], [role=combobox])'
/** Matches the switch of an open section whose fields are inert because the switch is off. */
const SWITCHED_OFF = 'section:has([inert]) [role=switch][aria-checked=false]'

/**
 * Opens every section of a panel and turns its switch on. Includes sections that appear only after a switch is turned
 * on.
 */
export async function unfold(panel: Locator): Promise<void> {
  for (let i = 0; i < 60; i++) {
    const off = panel.locator(SWITCHED_OFF)
    const next = (await off.count()) > 0 ? off : panel.locator(FOLDED)
    if ((await next.count()) === 0) return
    await next.first().click()
  }
}
