/** Measures, for each text layer of a document, the hidden part, the part outside the frame, and the contrast. */
import { paintReduced } from '#client/engine/template/paintTemplate.ts'
import { transformPoint } from '#client/kit/geometry/affine.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { hiddenPart, pointsIn } from '#client/layers/occlusion/occlusion.ts'
import { kindOf } from '#client/layers/registry.ts'
import { paintWithout } from '#client/layers/text/automaticColors.ts'
import { contrastWith, luminancesUnder } from '#client/layers/text/contrast.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { paintedBox } from '#client/layers/text/transform.ts'
import type { PictureGraphics } from '#client/media/exporter/pictureLayers.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureRect, turnMap, turnOf } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import type { TextReport } from '#server/contract/render.ts'

/** Number of samples across and down a text layer's box. */
const [ACROSS, DOWN] = [40, 16]

/**
 * Returns a report of each visible text layer, in the order of the applied template, so that the caller's names
 * (`text1`) stay valid. Uses `layers`, because `order` changes when a text layer moves in front of the subject.
 */
export async function textReports(
  doc: DocumentSnapshot,
  graphics: PictureGraphics,
  assets: AssetStore,
): Promise<TextReport[]> {
  const texts = Object.values(doc.layers).filter((layer): layer is Immutable<TextLayer> => layer.kind === 'text')
  if (texts.length === 0) return []
  const behind = await paintWithout(doc, texts, (...what) => paintReduced(...what, graphics.createPainter))
  const matte = matteOf(doc, assets)
  const [picture, toTurned] = [pictureRect(doc), turnMap(turnOf(doc), canvasSize(doc))]
  /** Converts a point of the document to fractions of the image. */
  const shownAt = (at: Point) => {
    const { x, y } = transformPoint(toTurned, at)
    return { x: (x - picture.x) / picture.width, y: (y - picture.y) / picture.height }
  }
  return texts.flatMap((layer, i) => {
    const box = paintedBox(layer, canvasSize(doc))
    if (layer.isHidden || !box) return []
    const samples = pointsIn(box, ACROSS, DOWN).map(shownAt)
    const inside = samples.filter(({ x, y }) => x >= 0 && y >= 0 && x < 1 && y < 1)
    return {
      key: layer.name ?? `text${i + 1}`,
      text: layer.text,
      hidden: rounded(matte ? hiddenPart(layer, kindOf('text'), doc, matte) : 0),
      outside: rounded(1 - inside.length / samples.length),
      contrast: rounded(contrastWith(layer.color, luminancesUnder(layer, doc, matte, behind))),
    }
  })
}

const rounded = (value: number) => Math.round(100 * value) / 100
