/**
 * Computes the depth planes of a document with a lens blur. A plane contains a layer's blur radius and the document
 * that the layer's node paints.
 */
import type { LayerId } from '#client/kit/values/ids.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { activeLens, defocusOf, type Lens } from '#client/model/document/lens.ts'
import { aloneInScene, depthsOf } from '../planes.ts'

/** The depth plane of one visible layer in a document with a lens blur. */
export interface LensPlane {
  lens: Lens
  /** Blur radius in document px. Negative for a layer in front of the focus. */
  radius: number
  /** Largest blur radius of the layers behind this layer, in document px. */
  behind: number
  /**
   * The document that the layer's node paints. For a layer with photo pixels, the document contains only this layer,
   * fills the background behind the layer, and gives the layer's edge only the layer's own colors.
   */
  doc: DocumentSnapshot
}

/**
 * Returns the depth plane of each visible layer, back to front. Returns null if the document has no lens blur. `order`:
 * all layers, back to front.
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
  let behind = 0
  return new Map(
    [...depthsOf(doc, stack)].map(([id, depth]) => {
      const radius = defocusOf(lens, depth) * Math.max(width, height)
      const own = showsPhoto(doc.layers[id]?.kind ?? '') ? aloneInScene(doc, id) : doc
      const plane = { lens, radius, behind, doc: own }
      behind = Math.max(behind, Math.abs(radius))
      return [id, plane]
    }),
  )
}
