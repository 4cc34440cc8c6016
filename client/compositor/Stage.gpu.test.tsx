import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { SILENT } from '../../tests/helpers/session.ts'
import { paintedKinds } from '../layers/nodes.ts'
import { createSession } from '../session/session.ts'
import { type Overlay, Stage } from './Stage.tsx'
import { createViewport } from './viewport.ts'

const BARE: Overlay = {
  selected: () => null,
  members: () => [],
  guides: () => [],
  can: () => ({ resize: false, rotate: false, orbit: false }),
  furniture: () => null,
  subscribe: () => () => {},
}

it('has the size that the canvas got while the graphics started', async () => {
  const session = createSession(SILENT)
  const viewport = createViewport()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const show = (width: number) =>
    flushSync(() =>
      root.render(
        <Stage
          session={session}
          viewport={viewport}
          kinds={paintedKinds}
          overlay={BARE}
          size={{ width, height: 100 }}
          isCoarse={false}
          watermark={null}
          report={() => {}}
          onReady={() => {}}
        />,
      ),
    )
  show(300)
  show(200)
  await expect.poll(() => viewport.get().canvas.width).toBe(200)
  root.unmount()
  place.remove()
  session.dispose()
})
