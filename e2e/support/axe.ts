/** axe checks of the current page in both themes. */
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from './test.ts'

/** axe rates these as moderate, but navigation by landmarks and headings depends on them. */
const LANDMARKS = ['region', 'page-has-heading-one', 'landmark-one-main', 'landmark-unique']

/** The rules that depend on the theme. Names, roles and order are the same in both themes. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Contrast takes four fifths of axe's time. 'panels' leaves out the top bar and the tool rail, which hardly change. */
type Colours = 'all' | 'panels' | 'none'
const FIXED_PARTS = ['header', '[role=tablist]']

/**
 * Expects no serious or critical violation, and all content inside landmarks. `colours`: the scope of the contrast
 * check.
 */
export async function checkAxe(page: Page, state: string, colours: Colours = 'all') {
  // axe doesn't check frames.
  expect(page.frames(), 'frames').toHaveLength(1)
  const rules = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]))
  await expectNone(page, state, { rules }, [])
  if (colours === 'none') return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNone(page, `${state}, ${colorScheme}`, { runOnly: COLOURS }, colours === 'all' ? [] : FIXED_PARTS)
  }
}

/** `exclude`: selectors of parts that aren't checked. */
async function expectNone(page: Page, state: string, options: RunOptions, exclude: string[]) {
  // half a megabyte, so injected once per page
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    async ({ options, exclude }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      return (await run({ include: [document.documentElement], exclude }, options)).violations
    },
    { options: { ...options, resultTypes: ['violations'] } as RunOptions, exclude },
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
