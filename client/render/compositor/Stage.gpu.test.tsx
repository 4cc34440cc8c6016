import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { SILENT } from '../../../tests/helpers/session.ts'
import { paintedKinds } from '../../layers/nodes.ts'
import { createSession } from '../../model/session/session.ts'
import { Stage, type StageHandle, type StageOverlay } from './Stage.tsx'
import { createViewport, type Viewport } from './viewport.ts'

const BARE: StageOverlay = {
  selected: () => null,
  members: () => [],
  isFaint: () => false,
  guides: () => [],
  can: () => ({ resize: false, rotate: false, orbit: false }),
  toolOverlay: () => null,
  subscribe: () => () => {},
}

const WIDE = { width: 300, height: 100 }

interface Shown {
  show(size: { width: number; height: number }): void
  viewport: Viewport
  /** When the graphics have come. */
  arrived: Promise<StageHandle>
}

/** A stage in the page until the test has ended. */
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
  return { show, viewport, arrived }
}

it('has the size that the canvas got while the graphics started', async () => {
  const { show, viewport } = stand()
  show(WIDE)
  show({ width: 200, height: 100 })
  await expect.poll(() => viewport.get().canvas.width).toBe(200)
})

it('asks for no frame where nothing changes', async () => {
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
