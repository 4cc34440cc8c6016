import { Image } from 'lucide-react'
import { defineKind } from '../../render/kind.ts'
import { backgroundBranch } from '../../render/photo/branches.ts'
import { backgroundFields } from './schema.ts'

export const backgroundKind = defineKind({
  kind: 'background',
  label: 'Background',
  icon: Image,
  slot: 'backdrop',
  fields: backgroundFields,
  placement: 'background',
  limit: 1,
  inputs(doc) {
    const branch = backgroundBranch(doc)
    const set = doc.backdrop.type === 'image' ? doc.tune.background : branch?.set
    const isBehind = branch?.role === 'BEHIND'
    return [doc.photo, doc.backdrop, branch?.role, set, isBehind ? doc.separation : null, isBehind ? doc.mend : null]
  },
})
