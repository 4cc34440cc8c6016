/** What axe finds in the page as it stands, in both themes. */
import type { Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'
import { expect } from './test.ts'

/** Moderate in axe's eyes; without them nobody finds their way about the page by its landmarks and headings. */
const LANDMARKS = ['region', 'page-has-heading-one', 'landmark-one-main', 'landmark-unique']

/** All that the other theme can change: its names, roles and order are those of the first. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** No serious or critical violation, and nothing outside a landmark. */
export async function checkAxe(page: Page, state: string) {
  // what pops up stands beside the landmarks: its opener leads to it
  const isAstray = (html: string) => !html.startsWith('<div data-radix-popper')
  // axe looks at the page alone: frames would have to be asked for themselves.
  expect(page.frames(), 'frames').toHaveLength(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const found = (await violationsOf(page, colorScheme === 'dark' ? COLOURS : null))
      .map((found) => ({ ...found, nodes: found.nodes.filter(({ html }) => found.id !== 'region' || isAstray(html)) }))
      .filter(({ nodes }) => nodes.length > 0)
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || LANDMARKS.includes(id))
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
}

/** Of `rules`; null = of all that axe has switched on. */
async function violationsOf(page: Page, rules: string[] | null) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source) // half a megabyte, so once a page
  const options: RunOptions = { resultTypes: ['violations'], ...(rules ? { runOnly: rules } : {}) }
  return page.evaluate(async (options) => {
    const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(document, options)
    return violations
  }, options)
}
