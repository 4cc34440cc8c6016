import { expect, it } from 'vitest'
import { features } from '../registry.ts'
import { tourSteps as stepsOf, tabSelector } from './steps.ts'
import { AUTO_START_MS } from './TourSlot.tsx'

const TABS = features.panels.tabs
const tourSteps = (shown: Parameters<typeof stepsOf>[1], options = {}) => stepsOf(TABS, shown, options)

/** the ids of all tabs */
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

it('the tour has 11 steps if all tabs are visible', () => {
  const steps = tourSteps(ALL)
  expect(steps).toHaveLength(11)
  expect([steps.at(0)?.selectors, steps.at(-1)?.selectors]).toEqual([['[role=application]'], ['[role=application]']])
  expect(steps.flatMap(({ selectors }) => selectors)).toHaveLength(12)
})

it("with an open photo, the tour's welcome mentions the photo instead of an upload", () => {
  expect(tourSteps(ALL, { hasPhoto: true }).map(({ text }) => text)).toEqual([
    'This is your photo. The subject is detected automatically, on your device.',
    ...tourSteps(ALL)
      .slice(1)
      .map(({ text }) => text),
  ])
})

it('each tab is highlighted in exactly one tour step', () => {
  const pointedAt = tourSteps(TABS).flatMap(({ selectors }) => selectors)
  for (const { id } of TABS) expect(pointedAt.filter((selector) => selector === tabSelector(id))).toHaveLength(1)
  const [both] = tourSteps(ALL).filter(({ selectors }) => selectors.length === 2)
  expect(both?.title).toBe('Remove BG and Change BG')
})

it('Image Overlay comes before Cutout, as in the specification', () => {
  const titles = tourSteps(ALL).map(({ title }) => title)
  expect(titles.slice(5, 8)).toEqual(['Clone', 'Image Overlay', 'Cutout'])
})

it('a tour step about two tabs highlights the second tab if the first tab is hidden', () => {
  const [, step] = tourSteps([{ id: 'change-background' }])
  expect(step).toMatchObject({ title: 'Remove BG and Change BG', selectors: [tabSelector('change-background')] })
})

it('the tour has no step for a hidden tab', () => {
  expect(tourSteps([{ id: 'text' }]).map(({ title }) => title)).toEqual(['Welcome', 'Text', 'You’re all set'])
})

it('AUTO_START_MS is one second, as in the specification', () => {
  expect(AUTO_START_MS).toBe(1000)
})
