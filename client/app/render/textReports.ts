/** Measures, for each text of a document, the hidden part, the part outside the frame, and the contrast. */
import { transformPoint } from '#client/kit/base/affine.ts'
import { linearOf } from '#client/kit/base/color-space/colorSpace.ts'
import { type Hex, isHex } from '#client/kit/base/fields.ts'
import type { Point } from '#client/kit/base/geometry.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { kindOf } from '#client/layers/registry.ts'
import { hiddenFraction, pointsIn, subjectCoverage } from '#client/layers/shared/occlusion.ts'
import { type ReducedPixels, reducedPixels } from '#client/layers/shared/reducedPixels.ts'
import { exportPicture } from '#client/media/exporter/exportPicture.ts'
import { settingsWithin } from '#client/media/exporter/exportSettings.ts'
import type { PictureGraphics } from '#client/media/exporter/pictureLayers.ts'
import type { AssetStore } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { pictureRect, turnMap, turnOf } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import type { TextReport } from '#server/contract/render.ts'
import { rgbOf } from '#shaders/lib/color.ts'

/** Longer side of the image for measuring contrasts, px. */
const SIDE = 320
/** Number of samples across and down a text's box. */
const [ACROSS, DOWN] = [40, 16]
/** Fraction of the samples that may have a lower contrast than the reported contrast. */
const TENTH = 0.1

type Surround = { readonly enabled: boolean; readonly color: Hex }
type TextLayer = {
  readonly text: string
  readonly color: Hex
  readonly background?: Surround
  readonly stroke?: Surround
}

/** Returns the report of each visible text, in the order of the layers. */
export async function textReports(
  doc: DocumentSnapshot,
  graphics: PictureGraphics,
  assets: AssetStore,
  signal: AbortSignal,
): Promise<TextReport[]> {
  const texts = doc.order.filter((id) => isText(doc, id))
  if (texts.length === 0) return []
  const behind = await pixelsBehind(doc, new Set(texts), graphics, signal)
  const matte = matteOf(doc, assets)
  const [picture, toPlane] = [pictureRect(doc), turnMap(turnOf(doc), canvasSize(doc))]
  /** Converts a point of the document to fractions of the image. */
  const shownAt = (at: Point) => {
    const { x, y } = transformPoint(toPlane, at)
    return { x: (x - picture.x) / picture.width, y: (y - picture.y) / picture.height }
  }
  return texts.flatMap((id, i) => {
    const layer = doc.layers[id]
    const { transform } = kindOf(layer?.kind ?? '')
    if (!layer || layer.isHidden || !transform) return []
    const box = (transform.visible ?? transform.placed)(layer, doc)
    if (!box) return []
    const samples = pointsIn(box, ACROSS, DOWN).map((at) => ({ at, shown: shownAt(at) }))
    const inside = samples.filter(({ shown: { x, y } }) => x >= 0 && y >= 0 && x < 1 && y < 1)
    const coverageAt = matte ? subjectCoverage(layer, doc, matte) : () => 0
    const seen = inside.filter(({ at }) => coverageAt(at) < 0.5)
    const { text, color, background, stroke } = layer as unknown as TextLayer
    const around = [stroke, background].find((each) => each?.enabled)?.color
    const contrasts = (seen.length > 0 ? seen : inside).map(({ shown }) =>
      contrast(rgbOf(color), around ? rgbOf(around) : colorAt(behind, shown)),
    )
    return {
      key: layer.name ?? `text${i + 1}`,
      text,
      hidden: rounded(matte ? hiddenFraction(layer, box, doc, matte) : 0),
      outside: rounded(1 - inside.length / samples.length),
      contrast: rounded(lowTenth(contrasts)),
    }
  })
}

const rounded = (value: number) => Math.round(100 * value) / 100

function isText(doc: DocumentSnapshot, id: LayerId): boolean {
  const layer = doc.layers[id]
  return Boolean(layer && kindOf(layer.kind).isTextEditable && 'color' in layer && isHex(layer.color))
}

/** Returns a small image of the document without its texts; null if it cannot be painted. */
async function pixelsBehind(
  doc: DocumentSnapshot,
  texts: ReadonlySet<LayerId>,
  graphics: PictureGraphics,
  signal: AbortSignal,
): Promise<ReducedPixels | null> {
  const settings = settingsWithin(pictureRect(doc), SIDE, 'png')
  const rest = { ...doc, order: doc.order.filter((id) => !texts.has(id)) }
  const painted = await exportPicture(rest, settings, graphics, { signal })
  if (!painted.ok) return null
  const bitmap = await createImageBitmap(painted.value)
  return reducedPixels(bitmap, SIDE).finally(() => bitmap.close())
}

/** Returns the colour (0..1) at a point (fractions of the image), over white. */
function colorAt(behind: ReducedPixels | null, { x, y }: Point): readonly number[] {
  if (!behind) return [1, 1, 1]
  const at = 4 * (Math.floor(y * behind.height) * behind.width + Math.floor(x * behind.width))
  const [red = 0, green = 0, blue = 0, alpha = 0] = behind.pixels.subarray(at, at + 4)
  return [red, green, blue].map((channel) => 1 + (alpha / 255) * (channel / 255 - 1))
}

/** Returns the contrast ratio of two colours (WCAG 2.2). */
function contrast(a: readonly number[], b: readonly number[]): number {
  const [dark = 0, light = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const luminance = ([red = 0, green = 0, blue = 0]: readonly number[]) =>
  0.2126 * linearOf(red) + 0.7152 * linearOf(green) + 0.0722 * linearOf(blue)

const lowTenth = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(TENTH * values.length)] ?? 1
