/** What axe finds in the page as it stands, in both themes. */
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from './test.ts'

/** Moderate in axe's eyes; without them nobody finds their way about the page by its landmarks and headings. */
const LANDMARKS = ['region', 'page-has-heading-one', 'landmark-one-main', 'landmark-unique']

/** All that a theme can change: names, roles and order are the same in both. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Contrast takes axe four fifths of its time. 'panels' leaves out the top bar and the tool rail, which hardly change. */
type Colours = 'all' | 'panels' | 'none'
const FIXED_PARTS = ['header', '[role=tablist]']

/** Expects no serious or critical violation, and nothing outside a landmark. `colours`: what is judged for contrast. */
export async function checkAxe(page: Page, state: string, colours: Colours = 'all') {
  // axe looks at the page alone: frames would have to be asked for themselves.
  expect(page.frames(), 'frames').toHaveLength(1)
  const rules = Object.fromEntries(COLOURS.map((rule) => [rule, { enabled: false }]))
  await expectNone(page, state, { rules }, [])
  if (colours === 'none') return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await expectNone(page, `${state}, ${colorScheme}`, { runOnly: COLOURS }, colours === 'all' ? [] : FIXED_PARTS)
  }
}

/** `exclude`: selectors of parts that are not judged. */
async function expectNone(page: Page, state: string, options: RunOptions, exclude: string[]) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source) // half a megabyte, so once a page
  const violations = await page.evaluate(
    async ({ options, exclude }) => {
      const { run } = (window as unknown as { axe: typeof axe }).axe
      return (await run({ include: [document.documentElement], exclude }, options)).violations
    },
    { options: { ...options, resultTypes: ['violations'] } as RunOptions, exclude },
  )
  // what pops up stands beside the landmarks: its opener leads to it
  const isAstray = (html: string) => !html.startsWith('<div data-radix-popper')
  const found = violations
    .map((found) => ({ ...found, nodes: found.nodes.filter(({ html }) => found.id !== 'region' || isAstray(html)) }))
    .filter(({ nodes }) => nodes.length > 0)
    .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || LANDMARKS.includes(id))
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
  expect(found, state).toEqual([])
}
