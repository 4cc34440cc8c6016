/** Performs random gestures and inputs in the running editor, by mouse and keys. */
import type { Page } from '@playwright/test'
import { randomFrom } from '../../tests/helpers/random.ts'

const JUNK = [
  '',
  '0',
  '-1',
  '1e9',
  '0x50',
  '12.5',
  'NaN',
  '#12',
  '#abc',
  'ёлка 🎄',
  '<b>&',
  '\\',
  '  7 ',
  'x'.repeat(50),
]
const SLIDER_KEYS = ['Home', 'End', 'ArrowLeft', 'ArrowRight', 'PageUp', 'PageDown', 'Shift+ArrowRight']
const KEYS = [
  ...['Control+z', 'Control+Shift+z', 'Control+a', 'Control+d', 'Control+d', 'Delete', 'Enter', 'Escape', 'Tab'],
  ...['Shift+t', 'Shift+l', '[', ']', '0', '1', '+', '-', 'PageUp', 'PageDown', 'Shift+PageUp', 'F2', ' '],
  ...['ArrowLeft', 'ArrowUp', 'Shift+ArrowDown', 'Alt+a', 'Alt+h', 'Alt+v', 'Alt+Shift+h', 'Alt+ArrowUp'],
]
/** Names of controls that leave the editor, use the network or open a system dialog. The random user avoids them. */
const AVOIDED = /home|account|upgrade|pro\b|sign|download|upload|select an image|open project|restore/i

/** Actions that are chosen more often, because each adds an undo step. */
const FREQUENT = ['press in the panel', 'move a slider', 'drag on the canvas', 'press in the panel', 'move a slider']

type Actions = Readonly<Record<string, () => Promise<string | null>>>

/** Creates a random user. Equal seeds make equal choices. */
export function randomUser(page: Page, seed: number) {
  const random = randomFrom(seed)
  const below = (n: number) => Math.floor(random() * n)
  const pick = <T>(list: readonly T[]): T => list[below(list.length)] as T
  const done: string[] = []

  async function place() {
    // found by CSS, because an open dialog hides the canvas from the accessibility tree, which `getByRole` searches
    const box = (await page.locator('[role=application]').boundingBox())!
    return { x: box.x + random() * box.width, y: box.y + random() * box.height }
  }

  /** Returns the name and center of a random matching element that is visible and enabled, or null. */
  const find = (selector: string) =>
    page.evaluate(
      ({ selector, avoided, fraction }) => {
        const avoid = new RegExp(avoided, 'i')
        const named = (element: Element) => element.getAttribute('aria-label') ?? element.textContent ?? ''
        const open = [...document.querySelectorAll('[role=dialog],[role=alertdialog],[role=menu],[role=listbox]')].at(
          -1,
        )
        const all = [...(open ?? document).querySelectorAll<HTMLElement>(selector)].filter(
          (element) =>
            element.checkVisibility() &&
            !element.matches(':disabled, [aria-disabled=true], input[type=file]') &&
            !element.closest('[inert], [aria-hidden=true]') &&
            !avoid.test(named(element)),
        )
        const chosen = all[Math.floor(fraction * all.length)]
        chosen?.scrollIntoView({ block: 'nearest' })
        const box = chosen?.getBoundingClientRect()
        return chosen && box
          ? { name: named(chosen).slice(0, 40), x: box.x + box.width / 2, y: box.y + box.height / 2 }
          : null
      },
      { selector, avoided: AVOIDED.source, fraction: random() },
    )

  async function press(selector: string) {
    const found = await find(selector)
    if (!found) return null
    await page.mouse.click(found.x, found.y)
    return found.name
  }

  const actions: Actions = {
    'open a tab': () => press('[role=tab]'),
    'close a dialog': async () => {
      const isOpen = (await page.locator('[role=dialog], [role=alertdialog], [role=menu]').count()) > 0
      if (isOpen) await page.keyboard.press('Escape')
      return null
    },
    'press a control': () => press('button, [role=radio], [role=switch], [role=menuitem], [role=option]'),
    'press in the panel': () => press('[role=tabpanel] :is(button, [role=radio], [role=switch])'),
    'choose a row': () => press('[role=treeitem]'),
    'move a slider': async () => {
      const name = await press('input[type=range]')
      if (name === null) return null
      const key = pick(SLIDER_KEYS)
      await page.keyboard.press(key)
      return `${name} ${key}`
    },
    'type junk': async () => {
      const name = await press('input:not([type=checkbox], [type=color], [type=range]), textarea')
      if (name === null) return null
      const junk = pick(JUNK)
      await page.keyboard.press('Control+a')
      await page.keyboard.insertText(junk)
      await page.keyboard.press(pick(['Enter', 'Escape', 'Tab']))
      return `${name} ${junk}`
    },
    'press a key': async () => {
      const key = pick(KEYS)
      await page.keyboard.press(key)
      return key
    },
    'drag on the canvas': async () => {
      const [from, to] = [await place(), await place()]
      const held = pick([null, null, null, 'Shift', 'Alt', 'r', 's'])
      await page.mouse.move(from.x, from.y)
      if (held) await page.keyboard.down(held)
      await page.mouse.down()
      await page.mouse.move((from.x + to.x) / 2, (from.y + to.y) / 2, { steps: 2 })
      if (random() < 0.1) await page.keyboard.press('Control+z')
      await page.mouse.move(to.x, to.y, { steps: 2 })
      await page.mouse.up()
      if (held) await page.keyboard.up(held)
      return held
    },
    'click on the canvas': async () => {
      const { x, y } = await place()
      await page.mouse.click(x, y, { button: pick(['left', 'left', 'right']), clickCount: pick([1, 1, 2]) })
      return null
    },
    'turn the wheel': async () => {
      const { x, y } = await place()
      await page.mouse.move(x, y)
      await page.mouse.wheel(pick([0, 40]), pick([-120, 60, 240]))
      return null
    },
    'drag a row': async () => {
      const [from, to] = [await find('[role=treeitem] [data-grip], [role=treeitem]'), await find('[role=treeitem]')]
      if (!from || !to) return null
      await page.mouse.move(from.x, from.y)
      await page.mouse.down()
      await page.mouse.move(to.x, to.y, { steps: 3 })
      await page.mouse.up()
      return `${from.name} to ${to.name}`
    },
  }

  return {
    /** Lists the last 12 actions, newest last, to reproduce a failure. */
    trail: () => done.slice(-12).join('\n'),
    async act() {
      const name = pick([...FREQUENT, ...Object.keys(actions)])
      done.push(name)
      const what = await actions[name]?.()
      done[done.length - 1] = `${name} ${what ?? ''}`
    },
  }
}
