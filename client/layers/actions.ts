/** Actions on layers of any kind. Each action is one undo step. */

import { subscribe } from 'valtio/vanilla'
import { t } from '#client/kit/i18n/translate.ts'
import { type LayerId, newId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { canvasSize, hasBackground } from '#client/model/document/backdrop.ts'
import {
  type Document,
  type DocumentSnapshot,
  isPhotoLayer,
  type LayerBase,
  type Placement,
} from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { retainSelected, select } from '#client/model/session/ui/selection.ts'
import { isAnalyzed } from '#client/model/session/ui/subject.ts'
import type { BlendMode } from '#shaders/blend/modes.ts'
import { defaultLayerName } from './naming.ts'
import { keepFrame } from './placement/refitLayer.ts'
import { COPY_OFFSET, moveAside, moveBesideHead, moveFromBehind, placeInPicture } from './placing.ts'
import { type KindName, kindOf, type LayerValues, newLayer } from './registry.ts'

interface MayAdd {
  doc: DocumentSnapshot
  ui: Immutable<Pick<Session['ui'], 'busy' | 'subject'>>
}

interface Condition {
  /** Tells the user why layers can't be added while the condition isn't met. English; translated when shown. */
  readonly reason: string
  isMet(state: MayAdd): boolean
}

/** The conditions for adding layers. The first one that isn't met is the reason that the user reads. */
export const ADDING = {
  photo: { reason: 'Upload a photo first.', isMet: ({ doc }) => doc.photo !== null },
  free: { reason: 'Wait until the photo is ready.', isMet: ({ ui }) => ui.busy === null },
  analyzed: {
    reason: 'No subject found in this photo. Select the subject first.',
    isMet: ({ doc, ui }) => isAnalyzed(doc, ui),
  },
  background: {
    reason: 'The background is removed. To use this tool, click Reset Background in the Change BG tab.',
    isMet: ({ doc }) => hasBackground(doc),
  },
} satisfies Record<string, Condition>

/** Returns true if the user may add layers: all conditions of ADDING are met. */
export const mayAddLayers = (state: MayAdd): boolean => Object.values(ADDING).every(({ isMet }) => isMet(state))

/**
 * Adds and selects a layer with the kind's defaults, overridden by `values`. If `values` has no position, the layer is
 * offset from other layers of its kind and, unless it is plain text, moved to where the subject doesn't hide it. Emoji
 * move next to the subject's head. Returns the layer's id, or null if the kind's limit is reached.
 */
export function addLayer(session: Session, name: KindName, values: LayerValues = {}): LayerId | null {
  const { doc, history, ui } = session
  if (isFull(doc, name)) return null
  const id = history.transact(t('Add {layer}', { layer: t(kindOf(name).label) }), () => {
    const added = newLayer(doc, name, values)
    if (values.position === undefined) {
      placeInPicture(session, added)
      moveAside(session, added)
      if (isEmoji(name, values)) moveBesideHead(session, added)
      else if (!isPlainText(name, values)) moveFromBehind(session, added)
    }
    return added
  })
  select(ui, id)
  return id
}

/**
 * Returns true for a new text layer without 3D effect. The layer remains at its given position, even if the subject
 * hides it.
 */
const isPlainText = (name: KindName, { threeDEffect }: LayerValues) =>
  kindOf(name).isTextEditable === true && threeDEffect === undefined

/** Returns true for a new emoji. An emoji is in front of the subject, but must not cover the subject's head. */
const isEmoji = (name: KindName, { type }: LayerValues) => name === 'sticker' && type !== 'image'

/** Returns false for the background and the subject, which belong to the photo. */
export function mayRemove({ doc }: { doc: DocumentSnapshot }, id: LayerId): boolean {
  const layer = doc.layers[id]
  return layer !== undefined && !isPhotoLayer(layer)
}

const HIDDEN_INSTEAD = 'Object erased. To restore it, show its layer.'

/**
 * Removes layers as one undo step. Some layers are only hidden (`LayerKind.isHiddenByRemoval`). If layers are hidden or
 * other parts of the document change too, a toast says so and offers Undo.
 */
export function removeLayer(session: Session, ...ids: readonly LayerId[]): void {
  const { doc, history, ui } = session
  const snapshot = snapshotOf(session)
  const gone = ids.filter((id) => mayRemove({ doc }, id))
  const [first] = gone
  if (!first) return
  const told = history.transact(
    gone.length === 1 ? t('Delete {name}', { name: labelOf(doc, first) }) : t('Delete layers'),
    () => {
      const hidden = hideInstead(doc, gone, snapshot)
      const removed = gone.filter((id) => !hidden.includes(id))
      const kinds = new Set(removed.map((id) => kindOf(doc.layers[id]?.kind ?? '')))
      for (const id of removed) delete doc.layers[id]
      doc.order = doc.order.filter((id) => !removed.includes(id))
      const changes = () => [...kinds].flatMap((kind) => kind.afterRemoval?.(doc) ?? [])
      return [...(hidden.length > 0 ? [HIDDEN_INSTEAD] : []), ...keepFrame(session, changes)]
    },
  )
  retainSelected(ui, (id) => !gone.includes(id))
  for (const text of told) offerUndo(session, t(text))
}

/**
 * Shows a toast about the last undo step, with an Undo button. The toast closes when the step is undone or the document
 * changes again.
 */
export function offerUndo({ history, notices }: Session, title: string): void {
  const { state } = history
  const { version } = state
  const isLast = () => state.version === version
  const run = () => {
    if (isLast()) history.undo()
  }
  const endsOn = (end: () => void) =>
    subscribe(state, () => {
      if (!isLast()) end()
    })
  notices.toast({ title, action: { label: t('Undo'), run }, endsOn })
}

/**
 * Hides layers instead of deleting them, if the photo would otherwise show their lifted object again because no other
 * layer contains that object. Returns the ids of the hidden layers.
 */
function hideInstead({ layers }: Document, ids: readonly LayerId[], doc: DocumentSnapshot): LayerId[] {
  const left = { ...doc.layers }
  const hiddenFirst = ids.toSorted(
    (a, b) => Number(doc.layers[b]?.isHidden ?? 0) - Number(doc.layers[a]?.isHidden ?? 0),
  )
  const hidden = hiddenFirst.filter((id) => {
    const layer = left[id]
    if (layer && kindOf(layer.kind).isHiddenByRemoval?.(layer, { ...doc, layers: left })) return true
    delete left[id]
    return false
  })
  for (const id of hidden) {
    const proxy = layers[id]
    if (proxy) proxy.isHidden = true
  }
  return hidden
}

export function isFull(doc: DocumentSnapshot, name: string): boolean {
  const { limit } = kindOf(name)
  return limit !== undefined && Object.values(doc.layers).filter(({ kind }) => kind === name).length >= limit
}

/**
 * Returns true for an erased object, whose layer is hidden. If the layer were deleted, the photo would show the object
 * again.
 */
export const isErased = ({ isHidden, ...visible }: Immutable<LayerBase>, doc: DocumentSnapshot): boolean =>
  isHidden === true && kindOf(visible.kind).isHiddenByRemoval?.(visible, doc) === true

/**
 * Returns true if the user can move the layer behind or in front of the subject. False for an erased object, and in a
 * photo without a subject.
 */
export const hasSides = (layer: Immutable<LayerBase>, doc: DocumentSnapshot): boolean =>
  doc.separation !== null && kindOf(layer.kind).slot === 'placed' && !isErased(layer, doc)

export function mayDuplicate({ doc }: { doc: DocumentSnapshot }, id: LayerId): boolean {
  const layer = doc.layers[id]
  return layer !== undefined && !isFull(doc, layer.kind)
}

/**
 * Copies layers and selects the copies. Each copy is directly above its original, with an offset. Skips layers whose
 * kind has reached its limit. Returns the ids of the copies.
 */
export function duplicateLayer(session: Session, ...ids: readonly LayerId[]): LayerId[] {
  const { doc, history, ui } = session
  const originals = ids.filter((id) => mayDuplicate(session, id))
  const [first] = originals
  if (!first) return []
  const label = originals.length === 1 ? t('Duplicate {name}', { name: labelOf(doc, first) }) : t('Duplicate layers')
  const copies = history.transact(label, () =>
    originals.flatMap((id) => (mayDuplicate(session, id) ? copyOf(session, id) : [])),
  )
  select(ui, ...copies)
  return copies
}

function copyOf(session: Session, id: LayerId): LayerId {
  const { doc } = session
  const snapshot = snapshotOf(session)
  const original = snapshot.layers[id]
  if (!original) throw new Error(`no layer '${id}' to copy`)
  const { transform } = kindOf(original.kind)
  const copy = newId<LayerId>()
  doc.layers[copy] = { ...mutableCopy(original), id: copy } as LayerBase
  doc.order.splice(doc.order.indexOf(id) + 1, 0, copy)
  const proxy = doc.layers[copy]
  const { width, height } = canvasSize(snapshot)
  const center = transform?.placed(original, snapshot).center
  const aside = COPY_OFFSET * Math.min(width, height)
  if (proxy && center) transform?.moveTo(proxy, { x: center.x + aside, y: center.y + aside }, snapshot)
  return copy
}

/** Places layers behind or in front of the subject, as one undo step. Ignores kinds with a fixed position. */
export function placeLayer({ doc, history }: Session, ids: LayerId | readonly LayerId[], placement: Placement): void {
  const layers = [ids].flat().flatMap((id) => doc.layers[id] ?? [])
  if (layers.length === 0) return
  history.transact(placement === 'background' ? t('Move behind subject') : t('Move in front of subject'), () => {
    for (const layer of layers) if (kindOf(layer.kind).slot === 'placed') layer.placement = placement
  })
}

/** A layer property that is absent by default. */
type OptionalProperty = 'isHidden' | 'isLocked' | 'blendMode' | 'anchor' | 'name'

/** Sets a layer property as one undo step. If the value is undefined, removes the property. */
function setProperty<P extends OptionalProperty>(
  { doc, history }: Session,
  id: LayerId,
  label: string,
  name: P,
  value: LayerBase[P] | undefined,
): void {
  const layer = doc.layers[id]
  if (layer) history.transact(label, () => writeProperty(layer, name, value))
}

function writeProperty<P extends OptionalProperty>(layer: LayerBase, name: P, value: LayerBase[P] | undefined): void {
  if (value === undefined) delete layer[name]
  else layer[name] = value
}

/** Hides or shows a layer, as one undo step. Hidden layers are neither painted nor exported. */
export const hideLayer = (session: Session, id: LayerId, isHidden: boolean): void =>
  setProperty(session, id, isHidden ? t('Hide layer') : t('Show layer'), 'isHidden', isHidden || undefined)

/** Locks or unlocks a layer, as one undo step. The user can't grab a locked layer on the canvas. */
export const lockLayer = (session: Session, id: LayerId, isLocked: boolean): void =>
  setProperty(session, id, isLocked ? t('Lock layer') : t('Unlock layer'), 'isLocked', isLocked || undefined)

/** Sets a blend mode, as one undo step. Ignores background and subject, which have no blend mode. */
export function setBlendMode(session: Session, id: LayerId, mode: BlendMode): void {
  if (mayRemove(session, id)) setProperty(session, id, t('Blend mode'), 'blendMode', storedMode(mode))
}

/** Writes a blend mode. The mode 'normal' isn't stored. Must be called within an undo step. */
export const writeBlendMode = (layer: LayerBase, mode: BlendMode): void =>
  writeProperty(layer, 'blendMode', storedMode(mode))

const storedMode = (mode: BlendMode) => (mode === 'normal' ? undefined : mode)

/**
 * Anchors a layer to the canvas or the subject, as one undo step. The anchor 'canvas' isn't stored. Ignores kinds with
 * a fixed position.
 */
export function anchorLayer(session: Session, id: LayerId, anchor: 'canvas' | 'subject'): void {
  if (kindOf(session.doc.layers[id]?.kind ?? 'background').slot === 'placed')
    setProperty(session, id, t('Position relative to'), 'anchor', anchor === 'subject' ? anchor : undefined)
}

/** Renames a layer, as one undo step. If the name is empty or equals the kind's default name, no name is stored. */
export function renameLayer(session: Session, id: LayerId, name: string): void {
  const { doc } = session
  const layer = doc.layers[id]
  const isOwn = layer && name.trim() !== defaultLayerName(layer, doc)
  setProperty(session, id, t('Rename layer'), 'name', (isOwn && name.trim()) || undefined)
}

const labelOf = (doc: DocumentSnapshot, id: LayerId) => t(kindOf(doc.layers[id]?.kind ?? '').label)
