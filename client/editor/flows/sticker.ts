import { addLayer, mayAddLayers } from '../../layers/actions.ts'
import { IMAGE_SCALE } from '../../layers/sticker/schema.ts'
import type { Stickers } from '../../layers/sticker/stickers.ts'
import { snapshotOf } from '../../model/session/session.ts'
import { type ImportPictureDeps, importPicture } from './importPicture.ts'
import { createLatestFlow } from './latestFlow.ts'
import { IMPORT_ERRORS } from './messages.ts'

/** Creates the flow that adds an image file as a sticker (spec §3): a layer in front of the subject. */
export function createStickers(deps: ImportPictureDeps): Stickers {
  const { session } = deps
  const latest = createLatestFlow(deps, () => {
    session.ui.busy = null
  })
  return {
    add: (file) =>
      latest.run(async (signal) => {
        if (!mayAddLayers({ doc: snapshotOf(session), ui: session.ui })) return
        const image = await importPicture(deps, file, signal, IMPORT_ERRORS)
        if (!image) return
        const ratio = image.width / image.height
        addLayer(session, 'sticker', { content: image.asset, type: 'image', ratio, scale: IMAGE_SCALE })
      }),
    cancel: () => latest.cancel(),
  }
}
