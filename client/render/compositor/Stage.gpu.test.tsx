import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { paintedKinds } from '#client/layers/nodes.ts'
import { newLayer } from '#client/layers/registry.ts'
import { inColorSpace } from '#client/model/assets/straightAlpha.ts'
import { createSession, type Session } from '#client/model/session/session.ts'
import { SILENT } from '../../../tests/helpers/session.ts'
import { Stage, type StageHandle, type StageOverlay } from './Stage.tsx'
import { createViewport, type Viewport } from './viewport.ts'

const BARE: StageOverlay = {
  read: () => ({
    placed: null,
    members: [],
    guides: [],
    can: { resize: false, rotate: false, orbit: false },
    isFaint: false,
    toolOverlay: null,
  }),
  subscribe: () => () => {},
}

const WIDE = { width: 300, height: 100 }

interface Shown {
  session: Session
  show(size: { width: number; height: number }): void
  viewport: Viewport
  /** Resolves when the renderer has started. */
  arrived: Promise<StageHandle>
}

/** Mounts a stage with a session and a viewport in the page until the test ends. */
function stand(): Shown {
  const session = createSession(SILENT)
  const viewport = createViewport()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  let begin: (handle: StageHandle) => void
  const arrived = new Promise<StageHandle>((resolve) => {
    begin = resolve
  })
  onTestFinished(() => {
    root.unmount()
    place.remove()
    session.dispose()
  })
  const show = (size: { width: number; height: number }) =>
    flushSync(() =>
      root.render(
        <Stage
          session={session}
          viewport={viewport}
          kinds={paintedKinds}
          overlay={BARE}
          size={size}
          isCoarse={false}
          watermark={null}
          report={() => {}}
          onReady={(handle) => handle && begin(handle)}
        />,
      ),
    )
  return { show, viewport, arrived, session }
}

it("resizing during the renderer's start resizes the stage", async () => {
  const { show, viewport } = stand()
  show(WIDE)
  show({ width: 200, height: 100 })
  await expect.poll(() => viewport.get().canvas.width).toBe(200)
})

it("the stage shows a Display P3 document's colors in sRGB or Display P3, depending on the screen", async () => {
  const { show, arrived, session, viewport } = stand()
  const size = { width: 64, height: 64 }
  const rgba = new Uint8ClampedArray(4 * 64 * 64).map((_, i) => [153, 102, 77, 255][i % 4] ?? 0)
  const bitmap = inColorSpace(await createImageBitmap(new ImageData(rgba, 64)), 'display-p3')
  const asset = session.assets.put({ kind: 'bitmap', bitmap, ...size, hasAlpha: false, sha256: '' })
  session.history.restart(() => {
    session.doc.photo = { asset, name: 'a', ...size, hasAlpha: false, colorSpace: 'display-p3' }
    newLayer(session.doc, 'background')
  })
  viewport.set({ zoom: 1, origin: { x: 0, y: 0 }, canvas: WIDE })
  show(WIDE)
  const { renderer, preview, draw } = await arrived
  const context = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })!
  const differenceInTheMiddle = async () => {
    await preview.settle()
    draw()
    context.drawImage(renderer.canvas as HTMLCanvasElement, 20, 20, 1, 1, 0, 0, 1, 1)
    const shown = context.getImageData(0, 0, 1, 1).data
    // browsers round differently
    return Math.max(...[162, 99, 71, 255].map((code, i) => Math.abs(code - (shown[i] ?? 0))))
  }
  await expect.poll(differenceInTheMiddle).toBeLessThanOrEqual(1)
  const isWide = matchMedia('(color-gamut: p3)').matches
  expect(renderer.gl.drawingBufferColorSpace ?? 'srgb').toBe(isWide ? 'display-p3' : 'srgb')
})

it("an unchanged document doesn't request animation frames", async () => {
  const { show, arrived } = stand()
  show(WIDE)
  const { draw } = await arrived
  const ask = window.requestAnimationFrame.bind(window)
  const asked = vi.spyOn(window, 'requestAnimationFrame')
  onTestFinished(() => asked.mockRestore())
  draw()
  for (let frame = 0; frame < 3; frame++) await new Promise(ask)
  expect(asked).not.toHaveBeenCalled()
})

it('a new pixel ratio resizes the canvas and the painted image', async () => {
  const ratio = vi.spyOn(window, 'devicePixelRatio', 'get').mockReturnValue(1)
  const queries = new Map<string, EventTarget>()
  const matchMedia = vi.spyOn(window, 'matchMedia').mockImplementation((query) => {
    const list = queries.get(query) ?? new EventTarget()
    queries.set(query, list)
    return Object.assign(list, { matches: query === `(resolution: ${window.devicePixelRatio}dppx)` }) as MediaQueryList
  })
  onTestFinished(() => {
    ratio.mockRestore()
    matchMedia.mockRestore()
  })
  const { show, arrived, session, viewport } = stand()
  const bitmap = await createImageBitmap(new ImageData(64, 64))
  const asset = session.assets.put({ kind: 'bitmap', bitmap, width: 64, height: 64, hasAlpha: false, sha256: '' })
  session.history.restart(() => {
    session.doc.photo = { asset, name: 'a', width: 64, height: 64, hasAlpha: false }
    newLayer(session.doc, 'background')
  })
  viewport.set({ zoom: 1, origin: { x: 0, y: 0 }, canvas: WIDE })
  show(WIDE)
  const { renderer, preview } = await arrived
  await expect.poll(() => preview.painted?.scale, { timeout: 10_000 }).toBe(1)
  expect(renderer.canvas.width).toBe(300)
  ratio.mockReturnValue(2)
  queries.get('(resolution: 1dppx)')?.dispatchEvent(new Event('change'))
  await expect.poll(() => preview.painted?.scale, { timeout: 10_000 }).toBe(2)
  expect(renderer.canvas.width).toBe(600)
  expect((renderer.canvas as HTMLCanvasElement).style.width).toBe('300px')
})
