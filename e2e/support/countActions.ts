/** Counts the actions that a user needs for a job. */
import { readFileSync } from 'node:fs'
import type { Locator, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { downloadBy, onScreen } from './gestures.ts'
import { sample, uploadAndSeparate } from './test.ts'

/** Returns the button in the top bar that exports a PNG. */
export const downloadButton = (page: Page) => page.getByRole('button', { name: 'Download', exact: true })

/**
 * Returns functions that click, type into fields and choose files, and count these actions. `actions`: initial count.
 */
export function countActions(page: Page, actions = 0) {
  const click = (target: Locator) => {
    actions++
    return target.click()
  }
  return {
    count: () => actions,
    click,
    press: (name: string) => click(page.getByRole('button', { name, exact: true }).first()),
    openTab: (name: string) => click(page.getByRole('tab', { name, exact: true })),
    openPhoto() {
      actions++
      return uploadAndSeparate(page, sample('astronaut.png'))
    },
    type(text: string) {
      actions++
      return page.getByRole('textbox', { name: 'Text content' }).first().fill(text)
    },
    async clickPhoto(x: number, y: number) {
      actions++
      const at = await onScreen(page, { x, y }, { isStill: true })
      await page.mouse.click(at.x, at.y)
    },
    /** Clicks the button. Returns the width and height of the downloaded image. */
    async download(button: Locator) {
      const file = await downloadBy(page, () => click(button))
      const { width, height } = PNG.sync.read(readFileSync(await file.path()))
      return [width, height]
    },
  }
}
