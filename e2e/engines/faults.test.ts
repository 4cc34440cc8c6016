/** Tests that failures don't lose work or pixels, in the browser engine $ENGINE. */
import { expect, it, onTestFinished } from 'vitest'
import { addText, atEditor, bring, give, isShown, openEditor, stateOf } from './editor.ts'
import { noise, pngOf } from './kinds.ts'
import { engineName } from './runner/engines.ts'
import { openFirefox } from './runner/firefox.ts'
import { type EngineUser, ESCAPE } from './user.ts'
import { KEEPS_NOTHING } from './watch.ts'

const PHOTO = 'astronaut.png'
/** Breaks connections for the code and styles of Tune, and for the code that Tune shares with other tools. */
const at = atEditor(engineName(), /\/assets\/(panel|Section|Switch)-/)

const says = (user: EngineUser, text: string) =>
  user.until(`it says: ${text}`, (wanted) => document.body.textContent?.includes(wanted), text)

const exposure = (user: EngineUser) =>
  user.page.evaluate(() => {
    const slider = window.controlOf?.('input[type=range]', 'Exposure')
    return slider instanceof HTMLInputElement ? slider.valueAsNumber : null
  })

it('a tool whose code failed to load opens after a retry', async () => {
  const user = at.user()
  await bring(user, PHOTO)
  await user.press('tab', 'Tune')
  await says(user, 'Failed to load this tool. Your work isn’t affected.')
  at.front().repair()
  await user.press('button', 'Try again')
  await user.until('the tool is there', () => window.controlOf?.('input[type=range]', 'Exposure') !== undefined)
  const styles = await user.page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]'), ({ href, sheet }) => ({
      file: href.replace(/.*\/|-.*/g, ''),
      isThere: sheet !== null,
    })),
  )
  expect(styles.filter(({ isThere }) => !isThere)).toEqual([])
  expect(styles.map(({ file }) => file)).toEqual(expect.arrayContaining(['panel', 'Section', 'Switch']))
})

it("Escape during a drag restores a slider's value", async () => {
  const user = at.user()
  const [before, from] = [await stateOf(user), await user.placeOf('slider', 'Exposure')]
  await user.hold(from, { x: from.x + 40, y: from.y })
  expect(await exposure(user)).toBeGreaterThan(5)
  await user.keys([ESCAPE])
  await user.letGo()
  await user.page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  expect([await exposure(user), await stateOf(user)]).toEqual([0, before])
})

it('Back asks before discarding unsaved work', async () => {
  const user = at.user()
  await user.page.evaluate((sign) => sessionStorage.setItem(sign, 'yes'), KEEPS_NOTHING)
  await user.page.goto(at.origin())
  await user.press('link', 'Editor')
  await user.until('the editor stands', () => window.midground !== undefined)
  await bring(user, PHOTO)
  await addText(user, 'HELLO')
  const before = await stateOf(user)
  const goBack = () => user.page.evaluate(() => history.back())
  await goBack()
  await user.press('button', 'Keep editing')
  expect([await stateOf(user), await user.page.evaluate(() => location.pathname)]).toEqual([before, '/custom-editor'])
  await goBack()
  await user.press('button', 'Discard and leave')
  await user.until('the page before is there', () => location.pathname === '/')
})

// Only Firefox has this fingerprinting protection.
if (engineName() === 'firefox')
  it('the editor warns that fingerprinting protection alters the image', async () => {
    const open = () => openFirefox({ 'privacy.resistFingerprinting': true })
    const user = await openEditor('firefox', at.origin(), open)
    onTestFinished(() => user.page.close())
    await give(user, 'noise.png', await pngOf(noise(64, 48, true), 1))
    await user.until('noise.png is there', isShown, 'noise.png')
    const asked = at.front().asked.length
    await user.press('button', 'Download')
    await says(user, 'Your browser is altering images')
    expect(await user.page.evaluate(() => window.handedOut)).toBeNull()
    expect(
      at
        .front()
        .asked.slice(asked)
        .filter((request) => /^POST .*download/.test(request)),
    ).toEqual([])
  })
