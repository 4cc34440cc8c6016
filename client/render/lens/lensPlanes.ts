/** The planes of a document with a lens blur: how each layer is painted alone, and how far it is out of focus. Pure. */
import type { LayerId } from '#client/kit/base/ids.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { activeLens, defocusOf, type Lens } from '#client/model/document/lens.ts'
import { aloneInScene, depthsOf } from '../planes.ts'

/** A layer behind a lens. */
export interface LensPlane {
  lens: Lens
  /** Blur radius, document px; negative in front of the focus. */
  radius: number
  /**
   * The document in which the layer's node paints: a layer with pixels of the photo is alone, so that the background is
   * filled behind it and its edge has only its own colours.
   */
  doc: DocumentSnapshot
}

/**
 * Returns the planes of the visible layers. `order`: back to front. `showsPhoto`: whether a kind shows the photo. Null
 * without a lens blur.
 */
export function lensPlanesOf(
  doc: DocumentSnapshot,
  order: readonly LayerId[],
  showsPhoto: (kind: string) => boolean,
): Map<LayerId, LensPlane> | null {
  const lens = activeLens(doc)
  if (!lens) return null
  const { width, height } = canvasSize(doc)
  const stack = order.map((id) => ({ id }))
  return new Map(
    [...depthsOf(doc, stack)].map(([id, depth]) => {
      const radius = defocusOf(lens, depth) * Math.max(width, height)
      return [id, { lens, radius, doc: showsPhoto(doc.layers[id]?.kind ?? '') ? aloneInScene(doc, id) : doc }]
    }),
  )
}
