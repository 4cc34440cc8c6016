import { describe, expect, it, onTestFinished } from 'vitest'
import { addLayer } from '#client/layers/actions.ts'
import { createViewport, toCss } from '#client/render/compositor/viewport.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { createPanels } from '../host/panels.ts'
import { Feedback } from '../tools/feedback.ts'
import { fitCanvas, fitNewCanvases, stageOverlay } from './view.ts'

it.each([
  ['flat text has a', false],
  ['3D text has no', true],
])('%s selection frame while the user types', (_, enabled) => {
  const session = separatedSession()
  addLayer(session, 'text', { threeDEffect: { enabled } })
  const { read } = stageOverlay(session, new Feedback(), createPanels([]))
  expect(read().placed).not.toBeNull()
  session.ui.typing = session.ui.selection[0] ?? null
  expect(read().placed === null).toBe(enabled)
})

describe('a panel next to the canvas', () => {
  function open() {
    const session = separatedSession() // the photo is 1000 × 500 px
    const viewport = createViewport()
    onTestFinished(fitNewCanvases(session, viewport, () => fitCanvas(session, viewport)))
    const resize = async (width: number, height = 600) => {
      await Promise.resolve() // the session's listeners run before the layout changes
      viewport.set({ ...viewport.get(), canvas: { width, height } })
      return viewport.get().zoom
    }
    return { session, viewport, resize }
  }

  /** Sets the width that the layout reserves for a panel. */
  function reserveDrawer() {
    const { style } = document.documentElement
    style.setProperty('--drawer', '324px')
    onTestFinished(() => void style.removeProperty('--drawer'))
  }

  it("opening a panel doesn't change the scale of the image", async () => {
    const { session, viewport, resize } = open()
    const fitted = await resize(1040)
    session.ui.panel = 'text'
    expect(await resize(880)).toBe(fitted)
    session.ui.panel = 'tune'
    expect(await resize(850), 'after the width of the panel changes').toBe(fitted)
    session.ui.panel = null
    expect(await resize(1040)).toBe(fitted)
    expect(viewport.isFitted).toBe(true)
  })

  it('opening a panel pans the view to the subject', async () => {
    const { session, viewport, resize } = open()
    await resize(1040)
    session.doc.separation!.box = { x: 0, y: 100, width: 300, height: 300 }
    session.ui.panel = 'text'
    await resize(850)
    const [left, right] = [0, 300].map((x) => toCss(viewport.get(), { x, y: 0 }).x)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(850)
  })

  it('opening a panel fits the image if the panel would hide more than a quarter of the image', async () => {
    const { session, viewport, resize } = open()
    await resize(1040)
    session.ui.panel = 'text'
    await resize(700)
    const [left, right] = [0, 1000].map((x) => toCss(viewport.get(), { x, y: 0 }).x)
    expect(left).toBeGreaterThanOrEqual(0)
    expect(right).toBeLessThanOrEqual(700)
  })

  it("fitting an image reserves space for a closed panel, so opening the panel doesn't change the scale", async () => {
    reserveDrawer()
    const { session, viewport, resize } = open()
    const fitted = await resize(1280)
    session.ui.panel = 'text'
    expect(await resize(1280 - 324)).toBe(fitted)
    expect(toCss(viewport.get(), { x: 0, y: 0 }).x).toBeGreaterThan(0)
  })

  it('fitting the photo ignores an open layers panel, because the next tool to open replaces the panel', async () => {
    const { session, viewport, resize } = open()
    const whole = await resize(600)
    reserveDrawer()
    session.ui.layers.isOpen = true
    fitCanvas(session, viewport)
    expect(viewport.get().zoom).toBe(whole)
  })

  it('opening the layers panel centers the image without changing the scale', async () => {
    reserveDrawer()
    const { session, viewport, resize } = open()
    const fitted = await resize(1280)
    session.ui.layers.isOpen = true
    expect(await resize(1280 - 248)).toBe(fitted)
    const [left, right] = [0, 1000].map((x) => toCss(viewport.get(), { x, y: 0 }).x)
    expect(left! + right!, 'the image is centered').toBeCloseTo(1280 - 248, 6)
    session.ui.layers.isOpen = false
    expect(await resize(1280)).toBe(fitted)
  })

  it("closing a panel lets the image fill the panel's space", async () => {
    const { session, resize } = open()
    session.ui.panel = 'text'
    const small = await resize(700)
    session.ui.panel = null
    expect(await resize(1040)).toBeGreaterThan(small)
  })

  it('the whole image stays visible above a sheet that opens and grows', async () => {
    const { session, viewport, resize } = open()
    await resize(1040, 640)
    session.ui.panel = 'text'
    for (const height of [480, 440]) {
      await resize(1040, height)
      expect(toCss(viewport.get(), { x: 0, y: 0 }).y).toBeGreaterThan(0)
      expect(toCss(viewport.get(), { x: 0, y: 500 }).y).toBeLessThan(height)
    }
  })

  it('a new photo is fitted into the space next to an open panel', async () => {
    const { session, resize } = open()
    session.ui.panel = 'text'
    await resize(1040)
    session.history.restart(() => {
      session.doc.photo = { ...session.doc.photo!, width: 2000 }
    })
    expect((await resize(700)) * 2000).toBeLessThanOrEqual(700)
  })
})
