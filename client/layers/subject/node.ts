/**
 * Paints the subject. Separate from index.ts, because every editor page loads the kinds first, without painting code.
 */
import { IDENTITY } from '#client/kit/geometry/affine.ts'
import type { SubjectLayer } from '#client/render/objects/subjectFields.ts'
import { branchPictureOf, subjectBranch } from '#client/render/photo/branches.ts'
import { cutoutNode } from '#client/render/photo/CutoutNode.ts'
import { subjectMap } from '#client/render/photo/subjectPlacement.ts'
import { subjectKind } from './index.ts'

export const createNode = cutoutNode<SubjectLayer>(subjectKind, ({ cutout }, frame, doc, { assets }) => {
  const map = subjectMap(doc)
  const isInPlace = map === IDENTITY && doc.backdrop.type !== 'image'
  return {
    picture: branchPictureOf(doc, assets, subjectBranch(doc), frame),
    map: isInPlace ? null : map,
    cutout,
  }
})
