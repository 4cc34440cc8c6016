import { switchedTool } from '#client/editor/tools/switchedTool.ts'
import { TOLERANCE } from '#client/editor/tools/targets.ts'
import type { ToolContext } from '#client/editor/tools/tool.ts'
import type { Point } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { memoOn, memoOnPair } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { textBehind } from '#client/layers/text/bestPlace.ts'
import { frontFlags, frontOf } from '#client/layers/text/front.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { letterFinder, setFront, weaveLayer, wovenFront } from '#client/layers/text/weave.ts'
import type { MatteAsset } from '#client/model/assets/store.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'

/** Returns the selected text layer if it is behind the subject, otherwise null. */
export const selectedText = (session: Session) => textBehind(snapshotOf(session), session.ui.selection)

/** Returns the command's name, which is its next action. `front`: the letters that are in front of the subject. */
export const weaveName = (front = ''): string => (front ? t('Move letters behind subject') : t('Weave'))

/** The reason why Weave is disabled (`hidesEnough`). */
export const TOO_LITTLE =
  'The subject hides too little of this text. Move the text so that the subject hides more of it.'

/**
 * Returns true if the subject hides enough of the selected text for Weave, or if letters are in front. Always true
 * during a gesture, because measuring each letter takes too long for a frame.
 */
export function hidesEnough(session: Session): boolean {
  const [doc, layer] = [snapshotOf(session), selectedText(session)]
  if (!layer || layer.front || session.history.isOpen) return true
  const matte = matteOf(doc, session.assets)
  return matte !== null && hidesLetters(doc, matte)(layer)
}

const hidesLetters = memoOnPair((doc: DocumentSnapshot, matte: MatteAsset) =>
  memoOn((layer: Immutable<TextLayer>) => wovenFront(layer, doc, matte) !== ''),
)

/**
 * Moves letters of the selected text layer in front of the subject, so that the text is readable. If some letters are
 * already in front, moves all letters behind the subject. If the subject hides too little, shows a toast. Does nothing
 * if no text behind the subject is selected.
 */
export function weaveText(session: Session): void {
  const layer = selectedText(session)
  if (layer?.front) setFront(session, layer.id, '')
  else if (layer && !weaveLayer(session, layer.id)) session.notices.toast({ title: t(TOO_LITTLE) })
}

/**
 * Moves a letter from behind the subject to the front, or from the front to behind the subject. `letter`: index of the
 * letter in `lettersIn`. Does nothing if the layer doesn't exist.
 */
export function flipLetter(session: Session, id: LayerId, letter: number): void {
  const layer = snapshotOf(session).layers[id] as TextLayer | undefined // safe cast: callers pass a text layer
  if (layer) setFront(session, id, frontOf(frontFlags(layer).map((is, i) => (i === letter ? !is : is))))
}

export const WEAVE_ID = 'weave-letters'

/**
 * The tool that moves a clicked letter of the selected text in front of or behind the subject. The user must switch the
 * tool on. Otherwise clicks and double-clicks select and edit text.
 */
export const WEAVE = switchedTool(WEAVE_ID, flipAt)

function flipAt({ session, viewport }: ToolContext, at: Point) {
  const layer = selectedText(session)
  const letter = layer && letterFinder(layer, snapshotOf(session))(at, TOLERANCE.fine.select / viewport.get().zoom)
  if (layer && letter !== null) flipLetter(session, layer.id, letter)
}
