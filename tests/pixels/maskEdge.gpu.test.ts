/** Tests mask edits in the preview: in the end, the preview shows the exported pixels. */
import { expect, it } from 'vitest'
import { listOf } from '#client/kit/values/immutable.ts'
import { colorBackdrop } from '#client/model/document/backdrop.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Preview } from '#client/render/compositor/preview.ts'
import { editedMattesOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { bytesOf, difference, sharedRenderer } from '../helpers/gpu.ts'
import { painted, previewOf } from '../helpers/painted.ts'
import { sceneOf } from '../helpers/scene.ts'

/** Twelve tiles, too many to compute synchronously. */
const SIZE = { width: 1024, height: 768 }

const renderer = await sharedRenderer()

async function cutOut(): Promise<{ session: Session; preview: Preview }> {
  const { session } = await sceneOf({ size: SIZE })
  session.doc.backdrop = colorBackdrop({ color: '#ffffff' })
  const preview = previewOf(renderer, session, SIZE)
  await preview.settle()
  return { session, preview }
}

it('the preview shows the exported mask edge during and after a gesture', async () => {
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
  expect(difference(settled, await painted(renderer, session)).count).toBe(0)
  session.history.undo()
  await preview.settle()
  expect(difference(bytesOf(renderer, preview.texture), before).count).toBe(0)
  expect(editedMattesOf(session.assets).pending).toBeNull()
})

it('a mask edit changes the blur of a translucent photo', async () => {
  const size = { width: 160, height: 120 }
  const { session } = await sceneOf({ size, hasAlpha: true })
  session.doc.tune.background.blur = 8
  const preview = previewOf(renderer, session, size)
  const erase = async (x: number) => {
    session.history.transact('Erase', () => {
      const { mend } = session.doc
      const stroke = {
        mode: 'erase',
        size: 24,
        hardness: 100,
        isSnapping: false,
        points: listOf([{ x, y: 60 }]),
      } as const
      mend.strokes = listOf([...mend.strokes, stroke])
    })
    await preview.settle()
    return bytesOf(renderer, preview.texture)
  }
  await erase(60)
  const shown = await erase(100) // the second stroke changes the matte's texture in place
  const fresh = previewOf(renderer, session, size)
  await fresh.settle()
  expect(difference(shown, bytesOf(renderer, fresh.texture)).count).toBe(0)
})
