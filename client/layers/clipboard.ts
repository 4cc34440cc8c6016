/** Serializes layers to JSON text for copy and paste. Parsing validates every value by the kind's fields. */

import { asRecord, parseJson } from '#client/kit/device-storage/deviceStorage.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { clampField, conform, type Fields } from '#client/kit/values/fields.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { cropFields, pictureInDocument } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, isPhotoLayer, type LayerBase } from '#client/model/document/document.ts'
import { depthField } from '#client/model/document/motion.ts'
import { assignInPlace } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { select } from '#client/model/session/ui/selection.ts'
import { asLifted, foundMatteOf } from '#client/render/objects/lifted.ts'
import { stackOrder } from '#client/render/stackOrder.ts'
import { isBlendMode } from '#shaders/blend/modes.ts'
import { isFull, mayAddLayers, mayRemove, writeBlendMode } from './actions.ts'
import { refitLayer, type Surroundings, surroundingsOf } from './placement/refitLayer.ts'
import { moveAside } from './placing.ts'
import { type KindName, kindOf, kinds, newLayer } from './registry.ts'
import { applyStyle } from './style.ts'

/** A layer without its id, and without `isHidden` and `isLocked`: a pasted layer is visible and unlocked. */
export type SerializedLayer = Omit<LayerBase, 'id' | 'isHidden' | 'isLocked'> & { kind: KindName }

/** Maximum number of layers in the clipboard. Needed because other apps can write to the clipboard. */
const MAX_LAYERS = 500
const MAX_NAME = 100

/**
 * Serializes layers, back to front, with the id of their photo, its canvas and its crop. Skips background and subject,
 * which belong to their photo. Returns null if no layer remains.
 */
export function serializeLayers(doc: DocumentSnapshot, ids: readonly LayerId[]): string | null {
  const leaving = stackOrder(doc, kinds).filter((id) => ids.includes(id) && mayRemove({ doc }, id))
  if (leaving.length === 0) return null
  const layers = leaving.map((id) => {
    const { id: _, isHidden: __, isLocked: ___, ...packed } = doc.layers[id] as Immutable<LayerBase>
    return packed
  })
  return JSON.stringify({ photo: doc.photo?.asset, canvas: canvasSize(doc), crop: doc.crop, layers })
}

/** Parses clipboard text. Skips entries that aren't layers of a known kind. Replaces invalid values. Never throws. */
export function parseClipboard(text: string): SerializedLayer[] {
  const { layers } = asRecord(parseJson(text))
  return Array.isArray(layers) ? layers.slice(0, MAX_LAYERS).flatMap(parsePastedLayer) : []
}

function parsePastedLayer(raw: unknown): SerializedLayer[] {
  const { kind, placement, name, blendMode, anchor, depth, ...values } = asRecord(raw)
  if (!isKind(kind)) return []
  if (isPhotoLayer({ kind })) return []
  const table = kindOf(kind)
  const isSide = placement === 'background' || placement === 'foreground'
  return [
    {
      ...conform(table.fields, values),
      kind,
      placement: isSide && table.slot === 'placed' ? placement : table.placement,
      ...(typeof name === 'string' && name ? { name: name.slice(0, MAX_NAME) } : {}),
      ...(isBlendMode(blendMode) && blendMode !== 'normal' ? { blendMode } : {}),
      ...(anchor === 'subject' ? { anchor } : {}),
      ...(typeof depth === 'number' ? { depth: clampField(depthField, depth) } : {}),
    },
  ]
}

export interface Pasted {
  ids: LayerId[]
  /**
   * Number of skipped layers. A layer is skipped if this tab doesn't have its pixels, if it needs a subject that the
   * photo doesn't have, or if its kind's limit is reached.
   */
  leftOut: number
}

/** The sides of a canvas in document px. */
const canvasFields = { width: cropFields.width, height: cropFields.height } as const satisfies Fields

/**
 * Returns the surroundings that the layers were copied from. Null if they have no canvas, and for the open photo or a
 * photo of the same size and crop, where the layers don't need to be adapted.
 */
function copiedFrom(now: DocumentSnapshot, text: string): Surroundings | null {
  const { photo, canvas, crop } = asRecord(parseJson(text))
  if (!now.photo || photo === now.photo.asset || typeof canvas !== 'object' || canvas === null) return null
  const size = conform(canvasFields, canvas)
  const cropped = typeof crop === 'object' && crop !== null ? conform(cropFields, crop) : null
  const backdrop = { type: 'original' } as const
  const from = surroundingsOf({ ...now, photo: { ...now.photo, ...size }, backdrop, separation: null, crop: cropped })
  return isEqual([size, from.picture], [canvasSize(now), pictureInDocument(now)]) ? null : from
}

/**
 * Pastes and selects layers as one undo step. On another photo with a canvas of a different size, the layers have the
 * same relative position and size (`refitLayer`). Offsets a layer if another layer of its kind has the same position.
 * Pastes nothing while layers can't be added (`ADDING`).
 */
export function pasteLayers(session: Session, text: string): Pasted {
  const { doc, history, ui } = session
  if (!mayAddLayers({ doc: snapshotOf(session), ui })) return { ids: [], leftOut: 0 }
  const packed = parseClipboard(text)
  const { photo } = asRecord(parseJson(text))
  const whole = packed.filter((layer) => hasPixels(layer as LayerBase, session, photo))
  if (whole.length === 0) return { ids: [], leftOut: packed.length }
  const from = copiedFrom(snapshotOf(session), text)
  const ids = history.transact(whole.length === 1 ? t('Paste layer') : t('Paste layers'), () =>
    whole.flatMap((layer) => (isFull(doc, layer.kind) ? [] : paste(session, layer, from))),
  )
  if (ids.length > 0) select(ui, ...ids)
  return { ids, leftOut: packed.length - ids.length }
}

/**
 * Returns true if the asset store has the layer's pixels: its bitmap, or a matte of the open photo. `photo`: id of the
 * photo that the layer was copied from. For a layer that shows the subject, the photo must have a subject.
 */
function hasPixels(layer: LayerBase, session: Session, photo: unknown): boolean {
  const { doc, assets } = session
  if (kindOf(layer.kind).needsSubject && !doc.separation) return false
  const object = asLifted(layer)
  // the size of a matte doesn't show its photo, because photos of one camera have the same size
  if (object) return photo === doc.photo?.asset && foundMatteOf(snapshotOf(session), assets, object) !== null
  return missingImage(layer, session) === null
}

/** Returns the ids of images that the serialized layers need but this tab doesn't have. */
export const missingImages = (session: Session, text: string): AssetId[] =>
  parseClipboard(text).flatMap((layer) => missingImage(layer as LayerBase, session) ?? [])

function missingImage(layer: LayerBase, { assets }: Session): AssetId | null {
  const image = asLifted(layer) ? null : kindOf(layer.kind).assetOf?.(layer)
  return image && !assets.bitmap(image as AssetId) ? (image as AssetId) : null // safe cast: an unknown id has no bitmap
}

function paste(
  session: Session,
  { kind, placement, name, blendMode, anchor, depth, ...values }: SerializedLayer,
  from: Surroundings | null,
): LayerId {
  const { doc } = session
  const id = newLayer(doc, kind, { ...values, placement })
  const proxy = doc.layers[id]
  if (proxy && name) proxy.name = name
  if (proxy && blendMode) proxy.blendMode = blendMode
  if (proxy && anchor) proxy.anchor = anchor
  if (proxy && depth !== undefined) proxy.depth = depth
  if (proxy && from && !kindOf(kind).needsSubject) {
    const now = snapshotOf(session)
    assignInPlace(doc.layers, id, refitLayer(now.layers[id] as Immutable<LayerBase>, from, surroundingsOf(now)))
  }
  moveAside(session, id)
  return id
}

/** Returns the layers of `ids` whose kind has style fields and occurs among the copied layers. */
export function layersAcceptingStyle(
  { doc }: { doc: DocumentSnapshot },
  text: string,
  ids: readonly LayerId[],
): LayerId[] {
  const copied = parseClipboard(text)
  return ids.filter((id) => {
    const layer = doc.layers[id]
    return layer && kindOf(layer.kind).style && copied.some(({ kind }) => kind === layer.kind)
  })
}

/**
 * Pastes styles as one undo step. Each layer gets the style and blend mode of the frontmost copied layer of its kind.
 */
export function pasteStyle(session: Session, text: string, ids: readonly LayerId[]): void {
  const { doc, history } = session
  const takers = layersAcceptingStyle({ doc: snapshotOf(session) }, text, ids)
  if (takers.length === 0) return
  const copied = parseClipboard(text)
  history.transact(t('Paste style'), () => {
    for (const id of takers) {
      const layer = doc.layers[id]
      const model = copied.findLast(({ kind }) => kind === layer?.kind)
      if (!layer || !model) continue
      applyStyle(layer, model)
      writeBlendMode(layer, model.blendMode ?? 'normal')
    }
  })
}

const isKind = (name: unknown): name is KindName => typeof name === 'string' && Object.hasOwn(kinds, name)
