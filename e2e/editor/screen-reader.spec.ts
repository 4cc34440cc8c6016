/**
 * Tests the main workflow for screen readers: finds controls by role and name in the accessibility tree, presses keys,
 * and checks the announcements.
 */
import { readFileSync } from 'node:fs'
import type { CDPSession, Page } from '@playwright/test'
import { PNG } from 'pngjs'
import { expect, sample, signUp, test } from '../support/test.ts'

/** Focuses the only control of this role and name in the accessibility tree. */
async function goTo(cdp: CDPSession, role: string, name: string): Promise<void> {
  await expect(async () => {
    const { nodes } = await cdp.send('Accessibility.getFullAXTree')
    const found = nodes.filter((node) => !node.ignored && node.role?.value === role && node.name?.value === name)
    expect(found, `${role} “${name}”`).toHaveLength(1)
    const isDisabled = found[0]!.properties?.some(({ name, value }) => name === 'disabled' && value.value === true)
    expect(isDisabled ?? false, `${role} “${name}” is disabled`).toBe(false)
    await cdp.send('DOM.focus', { backendNodeId: found[0]!.backendDOMNodeId! })
  }).toPass()
}

/** Starts recording the live regions' announcements. The returned function lists them in order, without repetitions. */
async function listen(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const heard: string[] = []
    Object.assign(window, { heard })
    const LIVE = '[role=status],[role=alert],[aria-live=polite],[aria-live=assertive]'
    const last = new Map<Element, string>()
    const listen = () => {
      for (const region of document.querySelectorAll(LIVE)) {
        const text = region.textContent?.trim() ?? ''
        if (text !== (last.get(region) ?? '') && text) heard.push(text)
        last.set(region, text)
      }
    }
    new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true })
  })
  return () => page.evaluate(() => (window as unknown as { heard: string[] }).heard)
}

/** Returns the announcements that are in `wanted`, in order of first occurrence. */
const inOrder = (heard: readonly string[], wanted: readonly string[]) =>
  wanted
    .map((text) => ({ text, at: heard.findIndex((one) => one.includes(text)) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
    .map(({ text }) => text)

test('every step of the main workflow is announced to a screen reader', async ({ page }) => {
  const heard = await listen(page)
  await signUp(page)
  await page.goto('/')
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Accessibility.enable')
  const choosing = page.waitForEvent('filechooser') // registered before the key press, so that no event is missed
  await goTo(cdp, 'link', 'Upload a photo')
  await page.keyboard.press('Enter')
  await (await choosing).setFiles(sample('chelsea.png'))
  await expect.poll(heard).toContainEqual(expect.stringContaining('All set!'))

  await goTo(cdp, 'tab', 'Text')
  await page.keyboard.press('Enter')
  await goTo(cdp, 'button', 'Add Text')
  await page.keyboard.press('Enter')
  await goTo(cdp, 'textbox', 'Text content')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('HEARD')
  await goTo(cdp, 'button', 'Fit')
  await page.keyboard.press('Enter')
  await goTo(cdp, 'slider', 'Opacity')
  await page.keyboard.press('ArrowLeft')
  await goTo(cdp, 'application', 'Canvas')
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(heard).toContainEqual(expect.stringContaining('HEARD: behind the subject'))
  await goTo(cdp, 'button', 'Download')
  const [file] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
  const picture = PNG.sync.read(readFileSync(await file.path()))
  expect([picture.width, picture.height]).toEqual([451, 300])
  await expect.poll(heard).toContainEqual(expect.stringContaining('Download complete!'))

  const wanted = [
    'Analyzing your image, please wait...',
    "All set! Let's create something beautiful!",
    'Added: Text',
    'HEARD: behind the subject, 50 % from the left',
    'Preparing your masterpiece...',
    'Download complete!',
  ]
  expect(inOrder(await heard(), wanted)).toEqual(wanted)
})
