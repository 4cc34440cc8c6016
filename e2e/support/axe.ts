/** axe checks and screenshots of the current page in both themes. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect, test } from './test.ts'

/** axe rates these as moderate, but navigation by landmarks and headings depends on them. */
const LANDMARKS = ['region', 'page-has-heading-one', 'landmark-one-main', 'landmark-unique']

/** The rules that depend on the theme. Names, roles and order are the same in both themes. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/**
 * 'whole': the page. 'panel': only the open overlay or panel, for tests that check the whole page in other states.
 * 'no colours': the page without contrast, which takes four fifths of axe's time.
 */
type Scope = 'whole' | 'panel' | 'no colours'
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]'
const PANELS = '[role=tabpanel]'

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
 * Expects no serious or critical violation, and all content inside landmarks. While a dialog or a menu is open, the
 * contrast is checked only there.
 */
export async function checkAxe(page: Page, state: string, scope: Scope = 'whole') {
  // axe doesn't check frames.
  expect(page.frames(), 'frames').toHaveLength(1)
  if (process.env.SHOTS) await takeShots(page, state)
  const rules = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]))
  const parts = scope === 'panel' ? [OVERLAYS, PANELS] : []
  await expectNone(page, state, { rules }, parts)
  if (scope === 'no colours') return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNone(page, `${state}, ${colorScheme}`, { runOnly: COLOURS }, [OVERLAYS, ...parts])
  }
}

/** Checks the last match of the first selector of `parts` that matches, or the page without a match. */
async function expectNone(page: Page, state: string, options: RunOptions, parts: readonly string[]) {
  // axe has half a megabyte, so it is injected once per page
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ({ options, parts }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const [part] = parts.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)].at(-1) ?? [])
      return (await run(part ?? document.documentElement, options)).violations
    },
    { options: { ...options, resultTypes: ['violations'] } as RunOptions, parts },
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
