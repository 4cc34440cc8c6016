/** Names and descriptions of layers, for lists, screen readers and files. */

import { formatList, formatPercent } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { CreatePainter, PictureGraphics } from '#client/media/exporter/pictureLayers.ts'
import type { DocumentSnapshot, LayerBase } from '#client/model/document/document.ts'
import { halfOf } from '#client/render/halves.ts'
import type { Description } from '#client/render/kind.ts'
import { stackOrder } from '#client/render/stackOrder.ts'
import { percentInPicture } from './placement/seen.ts'
import { kindOf, kinds } from './registry.ts'
import { frontFlags, hasJoinedLetters, lettersIn } from './text/front.ts'
import type { TextLayer } from './text/schema.ts'

type AnyLayer = Immutable<LayerBase>

type Layers = Pick<DocumentSnapshot, 'layers'>

/** Returns a layer's default name and, for some kinds, more words about the layer. */
export function describeLayer(layer: AnyLayer, doc: Layers): Description {
  const kind = kindOf(layer.kind)
  return kind.describe?.(layer, indexInKind(layer, doc)) ?? { name: t(kind.label) }
}

/**
 * Returns the number of layers of the same kind that the user has added earlier. Reordering layers doesn't change this
 * number.
 */
function indexInKind({ id, kind }: AnyLayer, { layers }: Layers): number {
  let index = 0
  for (const other of Object.values(layers)) {
    if (other.id === id) break
    if (other.kind === kind) index++
  }
  return index
}

/** Returns the default name of a layer, which is used until the user renames the layer. */
export const defaultLayerName = (layer: AnyLayer, doc: Layers): string => describeLayer(layer, doc).name

/** Returns the layer's name in lists: the user's name, or else the default name. */
export const layerName = (layer: AnyLayer, doc: Layers): string => layer.name ?? defaultLayerName(layer, doc)

/**
 * Describes the position of a layer in words: "behind the subject, 40% from the left, 50% from the top". For the
 * subject, for the background and in a photo without a subject, the first part is omitted.
 */
export function describePlace(layer: AnyLayer, doc: DocumentSnapshot): string {
  const { slot, transform } = kindOf(layer.kind)
  const side = !doc.separation || slot === 'subject' || slot === 'backdrop' ? [] : [describeSide(layer)]
  const center = doc.photo && transform?.placed(layer, doc).center
  const { horizontal, vertical } = center ? percentInPicture(center, doc) : { horizontal: 0, vertical: 0 }
  const share = (percent: number) => ({ share: formatPercent(percent) })
  const place = center
    ? [t('{share} from the left', share(horizontal)), t('{share} from the top', share(vertical))]
    : []
  return formatList(
    [...side, doc.separation && lettersInFront(layer), ...place].flatMap((words) => words ?? []),
    'unit',
  )
}

/**
 * Describes how many letters of a text layer behind the subject are in front of it. Null if there are none. In scripts
 * with joined letters, these are words.
 */
export function lettersInFront(layer: AnyLayer): string | null {
  if (layer.kind !== 'text' || layer.placement !== 'background') return null
  const text = layer as Immutable<TextLayer>
  const flags = frontFlags(text)
  const inFront = lettersIn(text.text).filter((_, i) => flags[i])
  const n = inFront.length
  if (n === 0) return null
  return inFront.every(hasJoinedLetters)
    ? t('{n, plural, one {# word in front} other {# words in front}}', { n })
    : t('{n, plural, one {# letter in front} other {# letters in front}}', { n })
}

const describeSide = ({ placement }: AnyLayer) =>
  placement === 'background' ? t('behind the subject') : t('in front of the subject')

/** Describes kind, name, position and state of a layer in words, for screen readers. */
export function summarizeLayer(layer: AnyLayer, doc: DocumentSnapshot): string {
  const label = t(kindOf(layer.kind).label)
  const name = layerName(layer, doc)
  const state = [layer.isHidden && t('hidden'), layer.isLocked && t('locked')]
  const words = [
    name === label || name.startsWith(`${label} `) ? name : `${label} ${name}`,
    describePlace(layer, doc),
    ...state,
  ]
  return formatList(
    words.flatMap((word) => word || []),
    'unit',
  )
}

/**
 * Returns the ids and displayed names of all layers (including hidden layers), back to front. If a layer is split into
 * halves (`withHalves`), their names say whether the half is in front of or behind the subject.
 */
export const namedStack = (doc: DocumentSnapshot): { id: LayerId; name: string }[] =>
  stackOrder(doc, kinds).flatMap((id) => {
    const layer = doc.layers[id]
    if (!layer) return []
    const name = layerName(layer, doc)
    return [{ id, name: halfOf(layer) ? formatList([name, describeSide(layer)], 'unit') : name }]
  })

/** Returns the functions that an export needs: `createPainter`, the layers' names, and the letters of text. */
export const pictureGraphics = (createPainter: CreatePainter): PictureGraphics => ({
  createPainter,
  stackOf: namedStack,
  // safe cast: each layer is passed to its own kind
  lettersOf: (layer, doc) => kindOf(layer.kind).letters?.(layer as never, doc) ?? [],
})
