import { Image } from 'lucide-react'
import { defineKind } from '#client/render/kind.ts'
import { liftedKey } from '#client/render/objects/lifted.ts'
import { backgroundBranch, isSubjectInPlace } from '#client/render/photo/branches.ts'

/** The background layer has no fields of its own. The document's `backdrop` determines its photo, color or image. */
const backgroundFields = {} as const

export const backgroundKind = defineKind({
  kind: 'background',
  label: 'Background',
  icon: Image,
  slot: 'backdrop',
  showsPhoto: true,
  fields: backgroundFields,
  placement: 'background',
  limit: 1,
  inputs(doc) {
    const branch = backgroundBranch(doc)
    const set = doc.backdrop.type === 'image' ? doc.tune.background : branch?.set
    const readsMatte = branch?.role === 'BEHIND' || branch?.fill !== undefined
    const matte = readsMatte
      ? [doc.separation, doc.mend, liftedKey(doc), isSubjectInPlace(doc)]
      : [null, null, '', false]
    return [doc.photo, doc.backdrop, branch?.role, branch?.fill, set, ...matte]
  },
})
