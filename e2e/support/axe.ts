/** axe checks and screenshots of the current page in both themes. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect, test } from './test.ts'

/** axe rates these as moderate, but navigation by landmarks and headings depends on them. */
const LANDMARKS = ['region', 'page-has-heading-one', 'landmark-one-main', 'landmark-unique']

/** The rules that depend on the theme. Names, roles and order are the same in both themes. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Contrast takes four fifths of axe's time. 'panels' leaves out the top bar and the tool rail, which hardly change. */
type Colours = 'all' | 'panels' | 'none'
const FIXED_PARTS = ['header', '[role=tablist]']
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]'

/** Folder of the screenshots that `npm run shots` takes. */
export const SHOTS = join(import.meta.dirname, '../../shots')

/** Takes a screenshot of the state in both themes, named after the test and the state. */
async function takeShots(page: Page, state: string): Promise<void> {
  const info = test.info()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.evaluate(async () => {
      if (window.midground?.document().photo) await window.midground.renderPreview({ watermark: false })
      await document.fonts.ready
    })
    const name = `${[...info.titlePath.slice(1), state].join('-')}-${colorScheme}.png`.replace(/[^\w.-]+/g, '-')
    const path = join(SHOTS, name)
    await page.screenshot({ path, animations: 'disabled' })
    await info.attach(name, { path })
  }
}

/**
 * Expects no serious or critical violation, and all content inside landmarks. `colours`: the scope of the contrast
 * check. While a dialog or a menu is open, only the dialog or menu is checked.
 */
export async function checkAxe(page: Page, state: string, colours: Colours = 'all') {
  // axe doesn't check frames.
  expect(page.frames(), 'frames').toHaveLength(1)
  if (process.env.SHOTS) await takeShots(page, state)
  const rules = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]))
  await expectNone(page, state, { rules })
  if (colours === 'none') return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const exclude = colours === 'all' ? [] : FIXED_PARTS
    await expectNone(page, `${state}, ${colorScheme}`, { runOnly: COLOURS }, { within: OVERLAYS, exclude })
  }
}

/** `within`: checks the last match of this selector, or the page without a match. `exclude`: selectors of unchecked parts. */
async function expectNone(
  page: Page,
  state: string,
  options: RunOptions,
  { within = '', exclude = [] as string[] } = {},
) {
  // axe has half a megabyte, so it is injected once per page
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ({ options, within, exclude }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const part = within ? [...document.querySelectorAll<HTMLElement>(within)].at(-1) : null
      return (await run({ include: [part ?? document.documentElement], exclude }, options)).violations
    },
    { options: { ...options, resultTypes: ['violations'] } as RunOptions, within, exclude },
  )
  // popups are outside the landmarks, and their opener leads to them
  const isAstray = (html: string) => !html.startsWith('<div data-radix-popper')
  const found = violations
    .map((found) => ({ ...found, nodes: found.nodes.filter(({ html }) => found.id !== 'region' || isAstray(html)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || LANDMARKS.includes(id))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  expect(found, state).toEqual([])
}
