/** One's own image as a sticker (spec §3): read on the device, a layer in front of the subject. */
import { addLayer, mayAddLayers } from '../../layers/actions.ts'
import { IMAGE_SCALE } from '../../layers/sticker/schema.ts'
import type { Stickers } from '../../layers/sticker/stickers.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { type BringDeps, bringImage } from './bring.ts'
import { IMPORT_ERRORS } from './messages.ts'
import { createNewest } from './newest.ts'

export function createStickers(deps: BringDeps): Stickers {
  const { session } = deps
  const newest = createNewest(deps, () => {
    session.ui.busy = null
  })
  return {
    add: (file) =>
      newest.run(async (signal) => {
        if (!mayAddLayers({ doc: snapshotOf(session), ui: session.ui })) return
        const image = await bringImage(deps, file, signal, IMPORT_ERRORS)
        if (!image) return
        const ratio = image.width / image.height
        addLayer(session, 'sticker', { content: image.asset, type: 'image', ratio, scale: IMAGE_SCALE })
      }),
    cancel: () => newest.cancel(),
  }
}
