import { beforeEach, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { AssetId } from '#client/kit/values/ids.ts'
import { createSession, type Session, SessionContext } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { render } from '../../../tests/helpers/render.ts'
import { SILENT } from '../../../tests/helpers/session.ts'
import type { ObjectLayer } from '../object/schema.ts'
import { newLayer } from '../registry.ts'
import { MatchLight } from './MatchLight.tsx'

let session: Session

beforeEach(() => {
  session = createSession(SILENT)
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, width: 100, height: 50 }
  })
  render(
    <SessionContext value={session}>
      <MatchLight />
    </SessionContext>,
  )
})

const button = () => page.getByRole('button', { name: 'Match lighting' })

it('the Match lighting button describes why it is disabled', async () => {
  await expect.element(button()).toBeDisabled()
  await expect
    .element(button())
    .toHaveAccessibleDescription('No subject found in this photo. Select the subject first.')
  session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 100, height: 50 } }
  await expect.element(button()).toBeEnabled()
  session.doc.backdrop = { type: 'transparent' }
  await expect.element(button()).toBeDisabled()
  await expect.element(button()).toHaveAccessibleDescription('The background is removed. Reset the background first.')
})

/**
 * Mounts the button for an object that is darker than the background next to the subject. Returns a function that
 * returns the object's layer.
 */
function showForObject(): () => ObjectLayer {
  const [width, height] = [60, 40]
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d')!
  for (let x = 0; x < width; x++) {
    const isObject = x < 20
    context.fillStyle = isObject ? `rgb(${40 + 2 * x}, ${40 + x}, ${60 + x})` : `rgb(${120 + 2 * x}, ${120 + x}, 90)`
    context.fillRect(x, 0, 1, height)
  }
  const bitmap = canvas.transferToImageBitmap()
  const { assets, doc, history } = session
  const cover = (from: number, to: number) =>
    assets.put({
      kind: 'matte',
      ...{ width, height },
      coverage: Uint8Array.from({ length: width * height }, (_, i) => (i % width >= from && i % width < to ? 255 : 0)),
    })
  const [object, subject] = [cover(0, 20), cover(50, 60)]
  history.restart(() => {
    const asset = assets.put({ kind: 'bitmap', bitmap, width, height, hasAlpha: false, sha256: 'p' })
    doc.photo = { asset, name: 'p.png', hasAlpha: false, width, height }
    doc.separation = separationOf(assets, subject, 'test')
    newLayer(doc, 'background')
    newLayer(doc, 'subject')
  })
  const id = history.transact('Lift', () =>
    newLayer(doc, 'object', { lifted: { matte: object, box: { x: 0, y: 0, width: 20, height } } }),
  )
  const layer = () => doc.layers[id] as ObjectLayer
  render(
    <SessionContext value={session}>
      <MatchLight object={id} />
    </SessionContext>,
  )
  return layer
}

it("matching an object's lighting is one undo step", async () => {
  const layer = showForObject()
  const { doc, history } = session
  await button().last().click()
  await expect.poll(() => layer().tune.isOwn).toBe(true)
  expect(layer().tune.exposure).toBeGreaterThan(5)
  expect([doc.tune.foreground.exposure, history.state.undo]).toEqual([0, 'Match lighting'])
  history.undo()
  expect(layer().tune).toMatchObject({ isOwn: false, exposure: 0 })
})

it('changing the strength of Match lighting adjusts the original lighting, not the matched lighting', async () => {
  const strength = () => page.getByRole('spinbutton', { name: 'Match lighting strength' })
  const layer = showForObject()
  await expect.element(strength()).not.toBeInTheDocument()
  await button().last().click()
  await expect.element(strength()).toBeVisible()
  const whole = layer().tune.exposure
  await strength().fill('50')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => layer().tune.exposure).toBeLessThan(whole)
  expect(layer().tune.exposure).toBeGreaterThan(0)
  await expect.element(strength()).toHaveFocus()
  await strength().fill('0')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => layer().tune.exposure).toBe(0)
  await strength().fill('100')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => layer().tune.exposure).toBe(whole)
  session.history.transact('Tune', () => {
    layer().tune.exposure = whole - 1
  })
  await expect.element(strength()).not.toBeInTheDocument()
})

it('during a fit, only the newest strength waits, and the photo is sampled once', async () => {
  let workers = 0
  class CountedWorker extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      workers++
    }
  }
  vi.stubGlobal('Worker', CountedWorker)
  const sampled = vi.spyOn(globalThis, 'createImageBitmap')
  const slider = page.getByRole('slider', { name: 'Match lighting strength' })
  const layer = showForObject()
  await button().last().click()
  await expect.element(slider, { timeout: 20_000 }).toBeVisible()
  const whole = layer().tune.exposure
  const samples = sampled.mock.calls.length
  workers = 0
  ;(slider.element() as HTMLElement).focus()
  await userEvent.keyboard('{ArrowLeft>60/}')
  await expect.poll(() => layer().tune.exposure, { timeout: 20_000 }).toBeLessThan(whole)
  await expect.element(button().last(), { timeout: 20_000 }).not.toHaveAttribute('aria-busy')
  expect(workers).toBeLessThan(30)
  expect(sampled.mock.calls.length).toBe(samples)
})

it("a toast reports that the worker for Match lighting can't start", async () => {
  vi.spyOn(console, 'error').mockReturnValue()
  const toast = vi.spyOn(session.notices, 'toast')
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        throw new Error('no worker')
      }
    },
  )
  const layer = showForObject()
  await button().last().click()
  await expect.poll(() => toast).toHaveBeenCalledWith(expect.objectContaining({ isDestructive: true }))
  await expect.element(button().last()).not.toHaveAttribute('aria-busy')
  expect(layer().tune.isOwn).toBe(false)
})

it('the newest strength is matched even if the document has changed during the fit before it', async () => {
  const slider = page.getByRole('slider', { name: 'Match lighting strength' })
  const layer = showForObject()
  await button().last().click()
  await expect.element(slider, { timeout: 20_000 }).toBeVisible()
  const whole = layer().tune.exposure
  const press = (key: string) => slider.element().dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }))
  press('PageDown')
  press('Home')
  session.history.amend(() => {
    session.doc.photo!.name = 'better.png'
  })
  await expect.poll(() => layer().tune.exposure, { timeout: 20_000 }).toBe(0)
  expect(whole).toBeGreaterThan(5)
})
