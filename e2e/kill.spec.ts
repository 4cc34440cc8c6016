/** A tab that is killed in the middle of work: what comes back is one of its last two states, whole. */
import type { Page } from '@playwright/test'
import { hash, openTab } from './story.ts'
import { expect, openEditor, sample, test, uploadAndSeparate } from './test.ts'

const KILLS = Number(process.env.KILLS ?? 5)
/** The longest that a working tab lives, ms. */
const LONGEST_LIFE = 2000

/**
 * Works on in the page, by its keys: moves, restacks, duplicates and deletes a text, never more than one step ahead of
 * the device. Each state is noted where it outlives the page, in the same task that makes it. Never ends.
 */
async function workOn() {
  const keys = ['ArrowRight', 'ArrowDown', ']', 'ArrowRight', '[', 'd', 'ArrowLeft', 'Delete', 'PageUp']
  const states: string[] = []
  const note = () => {
    const state = window.midground!.stateHash()
    if (states.at(-1) === state) return
    states.push(state)
    localStorage.setItem('states', JSON.stringify(states.slice(-2)))
  }
  const isKept = () => document.querySelector('[data-kept]') !== null
  for (let i = 0; ; i++) {
    note()
    do await new Promise((next) => setTimeout(next))
    while (!isKept())
    const key = keys[i % keys.length]!
    window.dispatchEvent(new KeyboardEvent('keydown', { key, ctrlKey: key === 'd' }))
  }
}

/** Kills the renderer, whatever it is doing. */
async function kill(page: Page) {
  const cdp = await page.context().newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  cdp.send('Page.crash').catch(() => null) // nobody is left to answer
  await crashed
  await page.close()
}

test(`brings back one of the last two states after each of ${KILLS} kills`, async ({ page, context }) => {
  await openEditor(page)
  await uploadAndSeparate(page, sample('chelsea.png'))
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text', exact: true }).click()
  await page.keyboard.press('Escape')
  let tab = page
  const behind: number[] = []
  for (let i = 0; i < KILLS; i++) {
    await tab.evaluate(() => localStorage.removeItem('states'))
    tab.evaluate(workOn).catch(() => null) // it ends with its page
    await tab.waitForFunction(() => localStorage.getItem('states') !== null)
    await tab.waitForTimeout(Math.random() * LONGEST_LIFE) // any moment will do: this one waits for nothing
    await kill(tab)

    tab = await context.newPage()
    await tab.goto('/custom-editor')
    await tab.getByRole('button', { name: 'Restore last session' }).click()
    await expect.poll(() => tab.evaluate(() => window.midground!.document().photo !== null)).toBe(true)
    const last = await tab.evaluate(() => JSON.parse(localStorage.getItem('states') ?? '[]') as string[])
    const state = await hash(tab)
    expect(last, `kill ${i + 1}`).toContain(state)
    behind.push(last.length - 1 - last.indexOf(state))
    await expect(tab.getByRole('region', { name: 'Recent projects' })).toBeHidden()
    await tab.keyboard.press('PageUp')
  }
  console.info(`of ${KILLS} kills ${behind.filter((steps) => steps === 0).length} came back in their last state`)
})
