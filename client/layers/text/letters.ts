/** The boxes of a text's letters, for animations that show one letter after the other. */
import { rotatePoint } from '#client/kit/base/geometry.ts'
import type { Immutable } from '#client/kit/base/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { Placed } from '#client/render/kind.ts'
import { splitIntoClusters } from './paint/clusters.ts'
import { fontOf, measureLine } from './paint/measure.ts'
import type { Direction, Line } from './paint/TextLayout.ts'
import type { TextLayer } from './schema.ts'
import { faceOf, fontSizeOf, layoutOfLayer, textCenter } from './transform.ts'

/** Extent of a letter's box above and below the baseline, em. The box includes accents, descenders and glows. */
const [ABOVE, BELOW] = [1.3, 0.7]

/**
 * Returns a box around each letter in reading order, document px. Scripts with joined letters get one box per word.
 * Empty for 3D texts, and in a mirrored crop.
 */
export function letterBoxes(layer: Immutable<TextLayer>, doc: DocumentSnapshot): Placed[] {
  if (layer.threeDEffect.enabled || doc.crop?.isMirrored) return []
  const { family, weight } = faceOf(layer)
  const { lines, letterSpacing } = layoutOfLayer(layer)
  const font = fontOf(family, weight)
  const measure = (text: string, direction: Direction) => measureLine({ font, letterSpacing }, text, direction)
  const center = textCenter(layer, canvasSize(doc))
  const size = fontSizeOf(layer)
  return lines.flatMap((line) => {
    const clusters = splitIntoClusters(line.text, line.direction, letterSpacing, measure)
    if (line.direction === 'rtl') clusters.reverse()
    return clusters.map(({ at, advance }) => placeBox(line, at, advance))
  })

  function placeBox({ x, baseline, rotation }: Line, at: number, advance: number): Placed {
    const middle = rotatePoint({ x: at + advance / 2, y: (BELOW - ABOVE) / 2 }, rotation)
    const offset = rotatePoint({ x: size * (x + middle.x), y: size * (baseline + middle.y) }, layer.rotation)
    return {
      center: { x: center.x + offset.x, y: center.y + offset.y },
      size: { width: size * advance, height: size * (ABOVE + BELOW) },
      rotation: rotation + layer.rotation,
    }
  }
}
