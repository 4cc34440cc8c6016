/** What goes wrong elsewhere than in Chromium, in the engine that the environment names: nothing is lost, nothing is spoilt. */
import { expect, it, onTestFinished } from 'vitest'
import { engineName, engines } from '../../scripts/engines/engines.ts'
import { openFirefox } from '../../scripts/engines/firefox.ts'
import { addText, atEditor, bring, give, isShown, openEditor, stateOf } from './editor.ts'
import { noise, pngOf } from './kinds.ts'
import { ESCAPE, type Hand } from './user.ts'
import { KEEPS_NOTHING } from './watch.ts'

const PHOTO = 'astronaut.png'
/** The code of Tune, with what it shares with other tools and with its styles. */
const at = atEditor(engineName(), /\/assets\/(panel|Section|Switch)-/)

const says = (hand: Hand, text: string) =>
  hand.until(`it says: ${text}`, (wanted) => document.body.textContent?.includes(wanted), text)

const exposure = (hand: Hand) =>
  hand.page.evaluate(() => {
    const slider = window.controlOf?.('input[type=range]', 'Exposure')
    return slider instanceof HTMLInputElement ? slider.valueAsNumber : null
  })

it('fetches a tool again, with its styles, after its connection broke off', async () => {
  const hand = at.hand()
  await bring(hand, PHOTO)
  await hand.press('tab', 'Tune')
  await says(hand, 'This tool could not be loaded. Your work is still here.')
  at.front().mend()
  await hand.press('button', 'Try again')
  await hand.until('the tool is there', () => window.controlOf?.('input[type=range]', 'Exposure') !== undefined)
  const styles = await hand.page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'), ({ href, sheet }) => ({
      file: href.replace(/.*\/|-.*/g, ''),
      isThere: sheet !== null,
    })),
  )
  expect(styles.filter(({ isThere }) => !isThere)).toEqual([])
  expect(styles.map(({ file }) => file)).toEqual(expect.arrayContaining(['panel', 'Section', 'Switch']))
})

it('gives a slider its value back at Escape, and keeps it at the release', async () => {
  const hand = at.hand()
  const [before, from] = [await stateOf(hand), await hand.placeOf('slider', 'Exposure')]
  await hand.hold(from, { x: from.x + 40, y: from.y })
  expect(await exposure(hand)).toBeGreaterThan(5)
  await hand.keys([ESCAPE])
  await hand.letGo()
  await hand.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect([await exposure(hand), await stateOf(hand)]).toEqual([0, before])
})

it('asks before Back discards work that the device does not keep', async () => {
  const hand = at.hand()
  await hand.page.evaluate((sign) => sessionStorage.setItem(sign, 'yes'), KEEPS_NOTHING)
  await hand.page.goto(at.origin())
  await hand.press('link', 'Open a photo')
  await hand.until('the editor stands', () => window.midground !== undefined)
  await bring(hand, PHOTO)
  await addText(hand, 'HELLO')
  const before = await stateOf(hand)
  const goBack = () => hand.page.evaluate(() => history.back())
  await goBack()
  await hand.press('button', 'Keep editing')
  expect([await stateOf(hand), await hand.page.evaluate(() => location.pathname)]).toEqual([before, '/custom-editor'])
  await goBack()
  await hand.press('button', 'Discard and leave')
  await hand.until('the page before is there', () => location.pathname === '/')
})

// No other engine has such a protection.
if (engineName() === 'firefox')
  it('says before anything is spent that its protection against fingerprinting alters the picture', async () => {
    const open = () => openFirefox(engines.firefox.program()!, { 'privacy.resistFingerprinting': true })
    const hand = await openEditor('firefox', at.origin(), open)
    onTestFinished(() => hand.page.close())
    await give(hand, 'noise.png', await pngOf(noise(64, 48, true), 1))
    await hand.until('noise.png is there', isShown, 'noise.png')
    const asked = at.front().asked.length
    await hand.press('button', 'Download')
    await says(hand, 'This browser alters the picture')
    expect(await hand.page.evaluate(() => window.handedOut)).toBeNull()
    expect(
      at
        .front()
        .asked.slice(asked)
        .filter((request) => /^POST .*download/.test(request)),
    ).toEqual([])
  })
