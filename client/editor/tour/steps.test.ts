import { expect, it } from 'vitest'
import { TABS } from '../tabs/tabs.ts'
import { tabSelector, tourSteps } from './steps.ts'

/** All tabs. */
const ALL = [
  'text',
  'emojis',
  'remove-background',
  'change-background',
  'tune-image',
  'clone-image',
  'outline',
  'images',
  'shapes',
  'draw',
].map((id) => ({ id }))

it('has 11 steps with all tabs: a welcome, nine for tabs, an end', () => {
  const steps = tourSteps(ALL)
  expect(steps).toHaveLength(11)
  expect([steps.at(0)?.selectors, steps.at(-1)?.selectors]).toEqual([['[role=application]'], ['[role=application]']])
  expect(steps.flatMap(({ selectors }) => selectors)).toHaveLength(12)
})

it('highlights every shown tab in its own step, except the shared step of the two background tabs', () => {
  const pointedAt = tourSteps(TABS).flatMap(({ selectors }) => selectors)
  for (const { id } of TABS) expect(pointedAt.filter((selector) => selector === tabSelector(id))).toHaveLength(1)
  const [both] = tourSteps(ALL).filter(({ selectors }) => selectors.length === 2)
  expect(both?.title).toBe('Remove BG and Change BG')
})

it('shows Image Overlay before Cutout, as the specification does', () => {
  const titles = tourSteps(ALL).map(({ title }) => title)
  expect(titles.slice(5, 8)).toEqual(['Clone', 'Image Overlay', 'Cutout'])
})

it('shows the shared step for the second tab when the first is hidden', () => {
  const [, step] = tourSteps([{ id: 'change-background' }])
  expect(step).toMatchObject({ title: 'Remove BG and Change BG', selectors: [tabSelector('change-background')] })
})

it('has no steps for hidden tabs', () => {
  expect(tourSteps([{ id: 'text' }]).map(({ title }) => title)).toEqual(['Welcome', 'Text', 'You’re all set'])
})
