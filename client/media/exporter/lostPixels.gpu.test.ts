import { expect, it, vi } from 'vitest'
import { sharedRenderer } from '../../../tests/helpers/gpu.ts'
import { painterOf } from '../../../tests/helpers/painted.ts'
import { sceneOf } from '../../../tests/helpers/scene.ts'
import { encodePng } from './formats/png/encodePng.ts'

const { signal } = new AbortController()
const renderer = await sharedRenderer()

/** Exports a small photo whose bitmap is lost after `strips` strips. Returns the export's result. */
async function exportedWithLoss(strips: number) {
  const complaint = vi.spyOn(console, 'error').mockImplementation(() => {})
  const { session } = await sceneOf({ size: { width: 40, height: 30_000 } })
  const { photo } = session.doc
  const painter = painterOf(renderer, session, { report: () => {} })
  let painted = 0
  const losing = {
    ...painter,
    paint(...region: Parameters<typeof painter.paint>) {
      if (painted++ === strips && photo) session.assets.bitmap(photo.asset)?.bitmap.close()
      return painter.paint(...region)
    },
  }
  const result = await encodePng(losing, { signal })
  painter.destroy()
  complaint.mockRestore()
  return result
}

it.each([0, 1])("an export returns context-lost if the photo's pixels are lost after %i strips", async (strips) => {
  expect(await exportedWithLoss(strips)).toEqual({ ok: false, error: 'context-lost' })
})

it("an export succeeds if the photo's pixels are not lost", async () => {
  expect(await exportedWithLoss(Number.POSITIVE_INFINITY)).toMatchObject({ ok: true })
})
