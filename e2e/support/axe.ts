/** Checks the current page with axe and takes screenshots, in both themes. */
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect, test } from './test.ts'

/** Rules that axe rates as moderate. The test requires them, because screen readers use landmarks and headings. */
const LANDMARKS = ['region', 'page-has-heading-one', 'landmark-one-main', 'landmark-unique']

/** The rules that are checked in both themes, because only colors depend on the theme. */
const COLORS = ['color-contrast', 'link-in-text-block']

/**
 * 'whole' checks the page. 'panel' checks only the open overlay or panel. 'no colours' checks the page without the
 * contrast rules, which take four fifths of axe's time.
 */
type Scope = 'whole' | 'panel' | 'no colours'
const OVERLAYS = '[role=dialog], [role=alertdialog], [role=menu]'
const PANELS = '[role=tabpanel]'

/** Folder of the screenshots that `npm run shots` takes. */
export const SHOTS = join(import.meta.dirname, '../../shots')

/** Takes a screenshot of the page in both themes. The file has the name of the test and the state. */
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
 * Expects no serious or critical violation, and all content inside landmarks. Checks the contrast in both themes,
 * unless `scope` is 'no colours'. While a dialog or a menu is open, checks the contrast only inside the dialog or menu.
 * In `npm run shots`, also takes screenshots that are named after `state`.
 */
export async function checkAxe(page: Page, state: string, scope: Scope = 'whole') {
  // fails on frames, because axe doesn't check them
  expect(page.frames(), 'frames').toHaveLength(1)
  if (process.env.SHOTS) await takeShots(page, state)
  const rules = Object.fromEntries(COLORS.map((rule) => [rule, { enabled: false }]))
  const parts = scope === 'panel' ? [OVERLAYS, PANELS] : []
  await expectNone(page, state, { rules }, parts)
  if (scope === 'no colours') return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNone(page, `${state}, ${colorScheme}`, { runOnly: COLORS }, [OVERLAYS, ...parts])
  }
}

/**
 * Runs axe on the last match of the first selector in `parts` that has a match. If no selector has a match, runs axe on
 * the page.
 */
async function expectNone(page: Page, state: string, options: RunOptions, parts: readonly string[]) {
  // injects axe only once per page, because axe is half a megabyte in size
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ({ options, parts }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      const [part] = parts.flatMap((selector) => [...document.querySelectorAll<HTMLElement>(selector)].at(-1) ?? [])
      return (await run(part ?? document.documentElement, options)).violations
    },
    { options: { ...options, resultTypes: ['violations'] } as RunOptions, parts },
  )
  // ignores popups, which are outside the landmarks, because users reach them from their button
  const isAstray = (html: string) => !html.startsWith('<div data-radix-popper')
  const found = violations
    .map((found) => ({ ...found, nodes: found.nodes.filter(({ html }) => found.id !== 'region' || isAstray(html)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || LANDMARKS.includes(id))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  expect(found, state).toEqual([])
}
