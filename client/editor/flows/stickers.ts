import { addLayer, mayAddLayers } from '#client/layers/actions.ts'
import type { Stickers } from '#client/layers/KindFlowsContext.ts'
import { IMAGE_SCALE } from '#client/layers/sticker/schema.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { createBusyFlow } from './flow.ts'
import { type ImportPictureDeps, importPicture } from './importPicture.ts'
import { IMPORT_ERRORS } from './messages.ts'

/**
 * Creates the flow that adds an image file as a sticker in front of the subject. If the import fails, the flow shows a
 * message. If layers can't be added now, the flow does nothing.
 */
export function createStickers(deps: ImportPictureDeps): Stickers & { cancel(): void } {
  const { session } = deps
  const latest = createBusyFlow(deps)
  return {
    add: (file) =>
      latest.run(async (signal) => {
        if (!mayAddLayers({ doc: snapshotOf(session), ui: session.ui })) return
        const image = await importPicture(deps, file, signal, IMPORT_ERRORS)
        if (!image) return
        const ratio = image.width / image.height
        addLayer(session, 'sticker', { content: image.asset, type: 'image', ratio, scale: IMAGE_SCALE })
      }),
    cancel: latest.cancel,
  }
}
