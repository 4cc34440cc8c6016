import { WebGLRenderer } from 'pixi.js'
import { expect, it, vi } from 'vitest'
import { paintedKinds } from '#client/layers/nodes.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { sceneOf } from '../../../tests/helpers/scene.ts'
import { encodePng } from './formats/png/encodePng.ts'

const { signal } = new AbortController()

/** Exports a small photo whose bitmap is lost after `strips` strips. Returns the result. */
async function exportedWithLoss(strips: number) {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const renderer = new WebGLRenderer()
  await renderer.init({ width: 8, height: 8, backgroundAlpha: 0 })
  const { session } = await sceneOf({ size: { width: 40, height: 30_000 } })
  const doc = snapshotOf(session)
  const painter = createPainter({ doc, renderer, assets: session.assets, kinds: paintedKinds, report: () => {} })
  let painted = 0
  const losing = {
    ...painter,
    paint(...region: Parameters<typeof painter.paint>) {
      if (painted++ === strips && doc.photo) session.assets.bitmap(doc.photo.asset)?.bitmap.close()
      return painter.paint(...region)
    },
  }
  const result = await encodePng(losing, { signal })
  painter.destroy()
  renderer.destroy()
  complaint.mockRestore()
  return result
}

it.each([0, 1])("the export fails when the photo's pixels are lost after %i strips", async (strips) => {
  expect(await exportedWithLoss(strips)).toEqual({ ok: false, error: 'context-lost' })
})

it("the export succeeds when the photo's pixels are never lost", async () => {
  expect(await exportedWithLoss(Number.POSITIVE_INFINITY)).toMatchObject({ ok: true })
})
