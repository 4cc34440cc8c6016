import type { CSSProperties } from 'react'
import { type Affine, compose, IDENTITY, scalingMatrix } from '#client/kit/geometry/affine.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { familiesOf, fontHeightOf } from '#client/layers/text/paint/measure.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { faceOf, fontSizeOf, layoutOfLayer } from '#client/layers/text/textSize.ts'
import { textCenter } from '#client/layers/text/transform.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import type { View } from '#client/render/compositor/viewport.ts'
import { type TextFieldPlacement, textFieldPlace } from './textFieldPlace.ts'

/** CSS properties, including the custom property for the color of the letters. */
interface LettersStyle extends CSSProperties {
  '--letters': string
}

/** Returns the style that places an element's letters exactly over the letters that the stage paints for `layer`. */
export function lettersStyle(layer: Immutable<TextLayer>, doc: DocumentSnapshot, view: View): LettersStyle {
  const { family, weight } = faceOf(layer)
  const text = {
    layout: layoutOfLayer(layer),
    alignment: layer.alignment,
    font: fontHeightOf(family, weight),
    fontSize: fontSizeOf(layer),
    center: textCenter(layer, canvasSize(doc)),
  }
  return {
    ...styleOf(textFieldPlace(text, view), layer, view.turn),
    fontFamily: familiesOf(family),
    fontWeight: weight,
    textTransform: layer.isUpperCase ? 'uppercase' : 'none',
    '--letters': layer.color,
  }
}

function styleOf(
  place: TextFieldPlacement,
  { alignment, rotation }: Immutable<TextLayer>,
  turn: Affine = IDENTITY,
): CSSProperties {
  // If the determinant is negative, the composition is mirrored. In this case, the letters are mirrored back.
  const { a, b, c, d } = turn.a * turn.d < turn.b * turn.c ? compose(turn, scalingMatrix(-1, 1)) : turn
  const { center, scale, corner, padding, ...box } = place
  return {
    ...box,
    textAlign: alignment,
    paddingLeft: padding.left,
    paddingRight: padding.right,
    transform:
      `translate(${center.x}px, ${center.y}px) matrix(${a}, ${b}, ${c}, ${d}, 0, 0) rotate(${rotation}deg) scale(${scale}) ` +
      `translate(${corner.x}px, ${corner.y}px)`,
  }
}
