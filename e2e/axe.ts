/** What axe finds in the page as it stands, in both themes. */
import AxeBuilder from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect } from './test.ts'

/** Moderate in axe's eyes; without them nobody finds their way about the page by its landmarks and headings. */
const LANDMARKS = ['region', 'page-has-heading-one', 'landmark-one-main', 'landmark-unique']

/** All that the other theme can change: its names, roles and order are those of the first. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** No serious or critical violation, and nothing outside a landmark. */
export async function checkAxe(page: Page, state: string) {
  // what pops up stands beside the landmarks: its opener leads to it
  const isAstray = (html: string) => !html.startsWith('<div data-radix-popper')
  // Without frames to gather from axe needs no page of its own to put its answer together.
  expect(page.frames(), 'frames').toHaveLength(1)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
    if (colorScheme === 'dark') axe.withRules(COLOURS)
    const { violations } = await axe.setLegacyMode().analyze()
    const found = violations
      .map((found) => ({ ...found, nodes: found.nodes.filter(({ html }) => found.id !== 'region' || isAstray(html)) }))
      .filter(({ nodes }) => nodes.length > 0)
      .filter(({ id, impact }) => impact === 'serious' || impact === 'critical' || LANDMARKS.includes(id))
      .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
    expect(found, `${state}, ${colorScheme}`).toEqual([])
  }
}
