import { expect, it, vi } from 'vitest'
import { listOf } from '#client/kit/values/immutable.ts'
import { newLayer } from '#client/layers/registry.ts'
import { layerOfKind } from '#client/model/document/document.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Preview } from '#client/render/compositor/preview.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { bytesOf, difference, sharedRenderer } from '../helpers/gpu.ts'
import { painted, painterOf, previewOf } from '../helpers/painted.ts'
import { sceneOf, TEXTS } from '../helpers/scene.ts'

const SIZE = { width: 160, height: 120 }

const renderer = await sharedRenderer()

const pixelsOf = async (preview: Preview) => {
  await preview.settle()
  return bytesOf(renderer, preview.texture)
}

const largest = (a: Uint8Array, b: Uint8Array) => difference(a, b).largest

it('a frame of a drag takes three draw calls, however many layers there are', async () => {
  const { session } = await sceneOf({ size: SIZE, texts: [] })
  for (let i = 0; i < 18; i++)
    newLayer(session.doc, 'text', { text: `layer ${i}`, fontSize: 20, placement: i % 2 ? 'foreground' : 'background' })
  const active = newLayer(session.doc, 'text', { text: 'active', fontSize: 30, placement: 'foreground' })
  newLayer(session.doc, 'text', { text: 'over it', fontSize: 20, placement: 'foreground' })
  const preview = previewOf(renderer, session, SIZE)
  await preview.settle()
  const gesture = session.history.begin('Move')
  const layer = session.doc.layers[active] as unknown as { position: { horizontal: number } }
  layer.position.horizontal = 51 // the first step paints the layers that don't move into one texture
  await preview.settle()
  const draws = [vi.spyOn(renderer.gl, 'drawElements'), vi.spyOn(renderer.gl, 'drawArrays')]
  layer.position.horizontal = 52
  await preview.settle()
  expect(draws.flatMap(({ mock }) => mock.calls)).toHaveLength(3)
  for (const spy of draws) spy.mockRestore()
  gesture.commit()
})

it('the old image remains until the pixels of a moved subject have loaded', async () => {
  const { session } = await sceneOf({ size: SIZE })
  const preview = previewOf(renderer, session, SIZE)
  await preview.settle()
  const published = new Promise<void>((resolve) => preview.subscribe(resolve))
  session.history.transact('Floor', () => {
    session.doc.backdrop = { type: 'color', color: '#20a060', opacity: 100 }
    Object.assign(subjectOf(session), { foregroundSize: 80 })
  })
  await published
  const middle = 4 * (SIZE.width * (SIZE.height / 2) + SIZE.width / 2)
  expect([...bytesOf(renderer, preview.texture).subarray(middle, middle + 3)]).not.toEqual([0x20, 0xa0, 0x60])
})

it('a subject at the lower edge of the photo has no outline below the photo', async () => {
  const { session } = await sceneOf({ size: SIZE, texts: [] })
  session.history.restart(() => {
    const matte = new Uint8Array(SIZE.width * SIZE.height)
    for (let i = 0; i < matte.length; i++)
      matte[i] = i > matte.length / 2 && Math.abs((i % SIZE.width) - 80) < 30 ? 255 : 0
    const asset = session.assets.put({ kind: 'matte', ...SIZE, coverage: matte })
    session.doc.separation = separationOf(session.assets, asset, 'test')
    Object.assign(subjectOf(session).cutout, { enabled: true, width: 20, color: '#ff00ff' })
  })
  // at this zoom, 120 px are 61.2 px, so most of the last row is outside the photo
  const preview = previewOf(renderer, session, SIZE, { zoom: 0.51 })
  const pixels = await pixelsOf(preview)
  const { width, height } = preview.texture
  const row = pixels.subarray((height - 1) * width * 4 + 40 * 4, (height - 1) * width * 4 + 42 * 4)
  expect([...row]).not.toEqual(expect.arrayContaining([255, 0, 255, 255]))
  expect(row[1]).toBeGreaterThan(0)
})

const subjectOf = ({ doc }: Session) => layerOfKind(doc, 'subject') as unknown as { cutout: object; shadow: object }

it('a wide outline of a small subject is round at a high zoom', async () => {
  const { session } = await sceneOf({ size: SIZE })
  session.doc.backdrop = { type: 'transparent' }
  Object.assign(subjectOf(session), { foregroundSize: 10 }) // a disc of radius 4 px in the middle
  Object.assign(subjectOf(session).cutout, { enabled: true, width: 55 })
  const painter = painterOf(renderer, session, { scale: 8 })
  const row = await painter.paint({ x: 0, y: 80, width: 640, height: 1 })
  painter.destroy()
  const alphaAt = (x: number) => row[4 * 8 * x + 3]
  // Smoothing reduces the radius from 59 to 54 px. The row is 50.4 px above the center, so it enters at about x = 61.
  expect([25, 58, 65, 79].map(alphaAt)).toEqual([0, 0, 255, 255])
})

it("restored parts of the mask and the outline cast a shadow outside the subject's box", async () => {
  const { session } = await sceneOf({ size: SIZE })
  const coverage = Uint8Array.from({ length: SIZE.width * SIZE.height }, (_, i) =>
    Math.hypot((i % SIZE.width) - 40, Math.floor(i / SIZE.width) - 60) < 8 ? 255 : 0,
  )
  session.history.restart(() => {
    const asset = session.assets.put({ kind: 'matte', ...SIZE, coverage })
    session.doc.separation = separationOf(session.assets, asset, 'test')
    session.doc.backdrop = { type: 'transparent' }
    const shadow = { enabled: true, color: '#0000ff', opacity: 100, angle: 90, distance: 50, blur: 0 }
    Object.assign(subjectOf(session).shadow, shadow)
  })
  const colorAt = async (x: number, y: number) => {
    const at = 4 * (y * SIZE.width + x)
    return [...(await painted(renderer, session)).subarray(at, at + 4)]
  }
  session.doc.mend.strokes = listOf([
    { mode: 'restore', size: 20, hardness: 100, isSnapping: false, points: listOf([{ x: 130, y: 60 }]) },
  ])
  expect(await colorAt(130, 74)).toEqual([0, 0, 255, 255])
  Object.assign(subjectOf(session).cutout, { enabled: true, width: 20, color: '#ff00ff' })
  expect(await colorAt(40, 92)).toEqual([0, 0, 255, 255])
})

it('the preview repaints only after a change that is visible in the image', async () => {
  const { session } = await sceneOf({ size: SIZE, texts: TEXTS })
  const preview = previewOf(renderer, session, SIZE)
  await preview.settle()
  await nextFrames()
  const render = vi.spyOn(renderer, 'render')
  const painted = vi.fn()
  preview.subscribe(painted)
  await nextFrames()
  session.ui.isDownloading = true
  for (const progress of [0.1, 0.2]) {
    session.ui.status = { text: 'Preparing', tone: 'busy', progress }
    await nextFrames()
  }
  session.ui.status = null
  session.ui.isDownloading = false
  await nextFrames()
  expect(render).not.toHaveBeenCalled()
  render.mockRestore()

  session.ui.comparison = 'photo'
  await nextFrames()
  expect(painted).toHaveBeenCalledTimes(1)
  session.ui.draw.isOn = true
  await nextFrames()
  expect(painted).toHaveBeenCalledTimes(2)
})

async function nextFrames() {
  for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame)
}

it('the preview repaints the image after the WebGL context is lost', async () => {
  const toast = vi.fn()
  const { session } = await sceneOf({ size: SIZE, texts: TEXTS, notices: { toast } })
  const preview = previewOf(renderer, session, SIZE)
  const before = await pixelsOf(preview)
  const event = (name: string) =>
    new Promise((resolve) => renderer.canvas.addEventListener(name, resolve, { once: true }))
  const [lost, restored] = [event('webglcontextlost'), event('webglcontextrestored')]
  renderer.context.forceContextLoss()
  await lost
  expect(toast).toHaveBeenCalledOnce()
  await restored
  expect(largest(await pixelsOf(preview), before)).toBe(0)
})
