import type { Size } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { Session } from '#client/model/session/session.ts'
import { startPreview } from '#client/render/compositor/preview.ts'
import { createViewport, fitView } from '#client/render/compositor/viewport.ts'
import { createRenderer, type Frame, finish } from './setting.ts'

export interface Gesture {
  frame: Frame
  stop(): void
}

/**
 * Starts a gesture on the canvas (CSS px) through the editor's preview. A frame writes one step, paints, and waits for
 * the pixels. Has a separate renderer, because textures of photos are kept per renderer and session. `begin` is called
 * within the gesture, and its result writes step n.
 */
export async function startGesture(
  session: Session,
  canvas: Size,
  selected: readonly LayerId[],
  begin: () => (n: number) => void,
): Promise<Gesture> {
  const renderer = await createRenderer()
  const viewport = createViewport()
  viewport.set(fitView(canvas, canvasSize(session.doc)))
  const preview = startPreview({ session, renderer, viewport, kinds: paintedKinds, report() {}, pixelRatio: 1 })
  session.ui.selection = [...selected]
  await preview.settle()
  const gesture = session.history.begin('Change')
  const write = begin()
  return {
    async frame(n) {
      write(n)
      await preview.settle()
      finish(renderer, preview.texture)
    },
    stop() {
      gesture.cancel()
      preview.stop()
      session.dispose()
      renderer.destroy()
    },
  }
}
