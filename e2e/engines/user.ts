/** A simulated user of a page, in any engine. */
import { vi } from 'vitest'
import type { Place } from '../support/gestures.ts'
import type { EnginePage } from './runner/page.ts'

const SELECTORS = {
  link: 'a[href]',
  button: 'button:not([role]), [role=button]',
  tab: '[role=tab]',
  slider: 'input[type=range]',
  radio: '[role=radio], input[type=radio]',
  switch: '[role=switch]',
  spinbutton: 'input[type=number], [role=spinbutton]',
  textbox: 'textarea, input:not([type]), input[type=text], [role=textbox]',
} as const
type Role = keyof typeof SELECTORS

/** The key Escape in WebDriver's encoding. */
export const ESCAPE = '\uE00C'
const ENTER = '\uE007'
const CONTROL = '\uE009'

/** Returns the center of the only control with this role and name in CSS px, or null. Runs in the page. */
function placeOf(selector: string, name: string): Place | null {
  const found = window.controlOf?.(selector, name)
  if (!found) return null
  found.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  const { x, y, width, height } = found.getBoundingClientRect()
  return { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
}

/** Focuses a field for typing. Returns false if the field did not take the focus. Runs in the page. */
function focusOn(selector: string, name: string): boolean {
  const found = window.controlOf?.(selector, name)
  if (found instanceof HTMLElement) found.focus()
  return found !== undefined && found === document.activeElement
}

/** Uses a page in any engine as a person does: by the roles and names of controls, and the engine's mouse and keys. */
export class EngineUser {
  readonly page: EnginePage
  constructor(page: EnginePage) {
    this.page = page
  }

  async press(role: Role, name: string): Promise<void> {
    await this.pressAt(await this.placeOf(role, name))
  }

  /** Types the text over the field's content. */
  async fill(role: 'spinbutton' | 'textbox', name: string, text: string): Promise<void> {
    await this.placeOf(role, name)
    await this.until(`the ${role} ${name} has the focus`, focusOn, SELECTORS[role], name)
    await this.keys([CONTROL, 'a'])
    for (const key of text) await this.keys([key])
  }

  /** Types a value into the field next to a slider. */
  async set(label: string, value: string): Promise<void> {
    await this.fill('spinbutton', label, value)
    await this.keys([ENTER])
  }

  /** Presses the keys together, then releases each. */
  async keys(keys: readonly string[]): Promise<void> {
    const down = keys.map((value) => ({ type: 'keyDown', value }))
    const up = keys.toReversed().map((value) => ({ type: 'keyUp', value }))
    await this.page.perform([{ type: 'key', id: 'keys', actions: [...down, ...up] }])
  }

  /** Presses the mouse button and moves the mouse, without releasing the button. */
  async hold(from: Place, to: Place): Promise<void> {
    const middle = { x: Math.round((from.x + to.x) / 2), y: Math.round((from.y + to.y) / 2) }
    await this.mouse([move(from), DOWN, move(middle), move(to)])
  }

  async letGo(): Promise<void> {
    await this.mouse([UP])
  }

  async pressAt(place: Place): Promise<void> {
    await this.mouse([move(place), DOWN, UP])
  }

  /** Waits until a function in the page returns true. */
  async until<A extends unknown[]>(what: string, run: (...given: A) => unknown, ...given: A): Promise<void> {
    await waitFor(what, async () => Boolean(await this.page.evaluate(run, ...given)))
  }

  /** Waits until the control has stopped moving and can be clicked. Returns its center. */
  async placeOf(role: Role, name: string): Promise<Place> {
    let last: Place | null = null
    let place: Place | null = null
    await waitFor(`the ${role} ${name}`, async () => {
      last = place
      place = await this.page.evaluate(placeOf, SELECTORS[role], name)
      return place !== null && last?.x === place.x && last.y === place.y
    })
    return place!
  }

  private async mouse(actions: readonly Readonly<Record<string, string | number>>[]): Promise<void> {
    await this.page.perform([{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }])
  }
}

const DOWN = { type: 'pointerDown', button: 0 }
const UP = { type: 'pointerUp', button: 0 }
const move = ({ x, y }: Place) => ({ type: 'pointerMove', x, y, duration: 30 })

/** Time limit of a wait, ms. The limit is shorter than a test's, so that the failure names the condition. */
const WAIT_MS = 600_000

const waitFor = (what: string, isSo: () => Promise<boolean>) =>
  vi.waitFor(
    async () => {
      if (!(await isSo())) throw new Error(`waited in vain: ${what}`)
    },
    { timeout: WAIT_MS, interval: 200 },
  )
