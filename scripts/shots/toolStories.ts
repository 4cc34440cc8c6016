/** Table of the tools in use: each tab with one of its layers or settings. */
import type { Page } from '@playwright/test'
import { dragOnCanvas } from '../../e2e/support/gestures.ts'
import { button, openEditor, photo, separated } from './editorStories.ts'
import type { Story } from './stories.ts'

const picture = photo('coffee.png')

/** By tab: its states in order, each with the step that leads to it from the previous state. */
const STATES: readonly (readonly [tab: string, states: Readonly<Record<string, (page: Page) => Promise<void>>>])[] = [
  [
    'Emojis',
    {
      picker: async (page) => {
        await button(page, 'Add Emoji')
        await page.getByRole('dialog', { name: 'Emoji picker' }).locator('button[title]').first().waitFor()
      },
      one: (page) =>
        page.getByRole('dialog', { name: 'Emoji picker' }).locator('button[title="grinning face" i]').first().click(),
    },
  ],
  ['Shapes', { one: (page) => button(page, 'Add Shape') }],
  ['Clone', { one: (page) => button(page, 'Clone subject') }],
  [
    'Image Overlay',
    {
      pending: (page) => page.getByLabel('Overlay image', { exact: true }).setInputFiles(picture),
      moved: (page) => button(page, 'Move to Editor'),
    },
  ],
  [
    'Draw',
    {
      stroke: async (page) => {
        await page.getByRole('switch', { name: 'Drawing mode' }).click()
        await dragOnCanvas(page, { x: 60, y: 60 }, { x: 450, y: 90 })
        await button(page, '1 stroke')
      },
    },
  ],
  ['Remove BG', { removed: (page) => page.getByRole('tabpanel').getByRole('button', { name: 'Remove BG' }).click() }],
  [
    'Change BG',
    {
      gradient: async (page) => {
        await button(page, 'Amber #F5A623')
        await page.getByRole('switch', { name: 'Gradient' }).click()
      },
      image: async (page) => {
        await page.getByRole('radio', { name: 'Image' }).click()
        await page.getByLabel('Background image', { exact: true }).setInputFiles(picture)
        await page.getByRole('combobox', { name: 'Fit' }).waitFor()
      },
    },
  ],
]

/** Screenshots of the tools in use: each tab with one of its layers or settings. */
export const toolStories: readonly Story[] = [
  {
    name: 'tools',
    sizes: ['wide', 'phone'],
    async run({ page, capture }) {
      await openEditor(page)
      await separated(page, photo('astronaut.png'))
      for (const [tab, states] of STATES) {
        await page.getByRole('tab', { name: tab, exact: true }).click()
        for (const [state, reach] of Object.entries(states)) {
          await reach(page)
          await capture(`${tab.toLowerCase().replaceAll(' ', '-')}-${state}`)
        }
      }
    },
  },
]
