/** The two branches of the photo: what the background and the subject paint, and when the subject adds nothing. */
import type { DocumentSnapshot, Immutable } from '../../document/document.ts'
import { paintOrder } from '../../document/document.ts'
import type { TuneSet } from '../../tune/fields.ts'

/**
 * Whether the subject must be painted at all. With nothing between it and the same photo equally tuned below, painting
 * it changes nothing, and not painting keeps every byte, translucent pixels included.
 */
export function isSubjectPainted(doc: DocumentSnapshot): boolean {
  if (!doc.photo || !doc.separation) return false
  const kinds = paintOrder(doc).map((id) => doc.layers[id]?.kind)
  const subject = kinds.indexOf('subject')
  if (subject < 0) return false
  return kinds[subject - 1] !== 'background' || !isSameSet(doc.tune.background, doc.tune.foreground)
}

const isSameSet = (a: Immutable<TuneSet>, b: Immutable<TuneSet>) =>
  (Object.keys(a) as (keyof TuneSet)[]).every((name) => a[name] === b[name])
