/** Workers compute the mask edge settings, and the preview finally shows the exported pixels. */
import { expect, it } from 'vitest'
import { paintedKinds } from '#client/layers/nodes.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { Preview } from '#client/render/compositor/preview.ts'
import { createViewport } from '#client/render/compositor/viewport.ts'
import { editedMattesOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { bytesOf, difference, sharedRenderer } from '../helpers/gpu.ts'
import { sceneOf } from '../helpers/scene.ts'

/** Twelve tiles, too many for a synchronous computation. */
const SIZE = { width: 1024, height: 768 }

const renderer = await sharedRenderer()

async function cutOut(): Promise<{ session: Session; preview: Preview }> {
  const { session } = await sceneOf({ size: SIZE })
  session.doc.backdrop = colorBackdrop({ color: '#ffffff' })
  const viewport = createViewport()
  viewport.set({ zoom: 1, origin: { x: 0, y: 0 }, canvas: SIZE })
  const preview = new Preview({ session, renderer, viewport, kinds: paintedKinds, report() {}, pixelRatio: 1 })
  await preview.settle()
  return { session, preview }
}

async function exported(session: Session): Promise<Uint8Array> {
  const { assets } = session
  const painter = createPainter({ doc: snapshotOf(session), renderer, assets, kinds: paintedKinds, report() {} })
  const pixels = await painter.paint({ x: 0, y: 0, ...SIZE })
  painter.destroy()
  return pixels
}

it('shows the exported mask during and after a gesture, and terminates the workers', async () => {
  const { session, preview } = await cutOut()
  const before = bytesOf(renderer, preview.texture)
  const gesture = session.history.begin('Edge')
  session.doc.mend.feather = 5
  session.doc.mend.feather = 14
  await preview.settle()
  const draft = bytesOf(renderer, preview.texture)
  expect(difference(draft, before).count).toBeGreaterThan(1000)
  gesture.commit()
  await preview.settle()
  const settled = bytesOf(renderer, preview.texture)
  expect(difference(settled, await exported(session)).count).toBe(0)
  session.history.undo()
  await preview.settle()
  expect(difference(bytesOf(renderer, preview.texture), before).count).toBe(0)
  expect(editedMattesOf(session.assets).pending).toBeNull()
  preview.stop()
  session.dispose()
})
