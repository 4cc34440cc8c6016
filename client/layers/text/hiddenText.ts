/** Checks whether text behind the subject is readable, and offers to move hidden text in front of the subject. */
import { subscribe } from 'valtio/vanilla'
import { stopAll } from '#client/kit/async/listeners.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { Toast } from '#client/kit/ui/overlays/toasts.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import { canvasSize } from '#client/model/document/backdrop.ts'
import { type DocumentSnapshot, type LayerBase, layerOfKind } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { placeLayer } from '../actions.ts'
import { isMostlyHidden } from '../occlusion/occlusion.ts'
import { CLEAR, isReadable, LEGIBLE } from '../occlusion/readability.ts'
import { kindOf } from '../registry.ts'
import { frontFlags, frontOf } from './front.ts'
import { wordsIn } from './letters.ts'
import type { TextLayer } from './schema.ts'
import { typedBox } from './transform.ts'
import {
  chooseFront,
  countHidden,
  coversHead,
  hasUnseenLetter,
  hiddenParts,
  isWeavable,
  isWovenReadable,
  weaveLayer,
} from './weave.ts'

/** Returns true if the subject hides at most `limit` of each word. For woven text, returns `isWovenReadable`. */
export function isTextReadable(
  layer: Immutable<TextLayer>,
  doc: DocumentSnapshot,
  matte: MatteAsset,
  limit = CLEAR,
): boolean {
  if (layer.front !== '') return isWovenReadable(layer, doc, matte)
  const box = typedBox(layer, canvasSize(doc))
  return !box || isReadable(layer, { box, words: wordsIn(layer) }, doc, matte, limit)
}

/** A letter counts as lost if at least this fraction is hidden, so that "WINTER" reads "WI TER". */
const LOST = 0.7

/** Returns the number of letters of a text layer that are lost behind the subject. */
export const lostLetters = (layer: Immutable<TextLayer>, doc: DocumentSnapshot, matte: MatteAsset): number =>
  countHidden(layer, doc, matte, LOST)

/**
 * Returns the ids of the visible text layers where the subject hides more than half of the text, or most of any letter.
 */
export const hiddenTexts = (doc: DocumentSnapshot, matte: MatteAsset): LayerId[] =>
  doc.order.filter((id) => {
    const layer = doc.layers[id]
    // safe cast: the kind is checked first
    return layer?.kind === 'text' && isTextHidden(layer as Immutable<TextLayer>, doc, matte)
  })

/** Returns true for a visible text layer where the subject hides more than half of the text, or most of any letter. */
export const isTextHidden = (layer: Immutable<TextLayer>, doc: DocumentSnapshot, matte: MatteAsset): boolean =>
  !layer.isHidden &&
  layer.placement === 'background' &&
  (isMostlyHidden(layer, kindOf('text'), doc, matte) || lostLetters(layer, doc, matte) > 0)

/**
 * If the subject hides more than half of a text layer, shows a toast that offers to move the text in front of the
 * subject or to weave it, and returns true. `isBest`: the text is at its best place. In this case, the toast also
 * appears if a word isn't readable or a letter is completely hidden, and it doesn't time out. The toast closes when the
 * subject hides less, or when the user selects something else or opens another panel. `toBestPlace` is given if the
 * user has just finished typing. In this case, the toast also appears if a word isn't readable, and it doesn't close
 * when the selection changes, because the press that finishes typing changes the selection too. For text that isn't at
 * its best place, the toast offers `toBestPlace` instead of weaving.
 */
export function offerInFront(
  session: Session,
  text: Immutable<TextLayer>,
  isBest = false,
  toBestPlace: (() => void) | null = null,
): boolean {
  const { ui } = session
  const [doc, panel, wasSelected] = [snapshotOf(session), ui.panel, !toBestPlace && ui.selection.includes(text.id)]
  const matte = matteOf(doc, session.assets)
  const isHidden = (layer: Immutable<TextLayer> | undefined, now: DocumentSnapshot) => {
    const matte = matteOf(now, session.assets)
    if (layer?.placement !== 'background' || !matte) return false
    if (!isBest && !toBestPlace) return isMostlyHidden(layer, kindOf('text'), now, matte)
    return !isTextReadable(layer, now, matte, LEGIBLE) || hasUnseenLetter(layer, now, matte)
  }
  if (!matte || !isHidden(text, doc)) return false
  const isOver = () => {
    const now = snapshotOf(session)
    const isLeft = wasSelected && !ui.selection.includes(text.id)
    // safe cast: the kind of a layer never changes
    const layer = now.layers[text.id] as Immutable<TextLayer> | undefined
    return isLeft || ![null, 'text', panel].includes(ui.panel) || !isHidden(layer, now)
  }
  const endsOn: Toast['endsOn'] = (end) => {
    const { history } = session
    // not during a gesture, because measuring each letter takes too long for a frame
    const check = () => !history.isOpen && isOver() && end()
    return stopAll([session.doc, ui, history.state].map((state) => subscribe(state, check)))
  }
  const inFront = { label: t('In front'), run: () => placeLayer(session, text.id, 'foreground') }
  if (toBestPlace && !isBest) {
    const title = t('The subject hides part of this text.')
    session.notices.toast({ title, endsOn, action: { label: t('Best place'), run: toBestPlace }, otherAction: inFront })
    return true
  }
  session.notices.toast({
    title: isBest ? t('Part of this text is hidden wherever you place it.') : t('The subject hides most of this text.'),
    isLasting: isBest,
    endsOn,
    action: inFront,
    ...(isWeavable(text, doc, matte) && {
      otherAction: { label: t('Weave'), run: () => weaveLayer(session, text.id) },
    }),
  })
  return true
}

/**
 * Chooses the letters in front again for text layers that were moved, and for all text layers if the subject was moved.
 * Letters that the user chose don't change. If letters would now cover the subject's head, all letters move behind the
 * subject, and `offerInFront` is called. `was`: the document before the move. Must be called within an undo step.
 */
export function weaveMoved(session: Session, was: DocumentSnapshot): void {
  const doc = snapshotOf(session)
  const matte = matteOf(doc, session.assets)
  const isSubjectMoved = layerOfKind(was, 'subject') !== layerOfKind(doc, 'subject')
  for (const start of Object.values(was.layers).filter(isWoven)) {
    const [now, proxy] = [doc.layers[start.id] as typeof start | undefined, session.doc.layers[start.id]]
    if (!matte || !now || !proxy || now.isLocked || (now === start && !isSubjectMoved)) continue
    const [before, after] = (
      [
        [start, was],
        [now, doc],
      ] as const
    ).map(([layer, at]) => chooseFront(hiddenParts(layer, at, matte), frontFlags(start)))
    if (!before || !after || start.front !== frontOf(before)) continue
    const isFlat = !now.threeDEffect.enabled
    const isOverHead = isFlat && coversHead(now, after, doc, matte) && !coversHead(start, before, was, matte)
    const front = isOverHead ? '' : frontOf(after)
    Object.assign(proxy, { front })
    if (front === '' && now.front !== '' && !now.isHidden) offerInFront(session, { ...now, front })
  }
}

const isWoven = (layer: Immutable<LayerBase>): layer is Immutable<TextLayer> =>
  layer.kind === 'text' && layer.placement === 'background' && (layer as Immutable<TextLayer>).front !== ''
