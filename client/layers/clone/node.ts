/** Paints clones. Separate from index.ts, because every editor page loads the kinds first, without painting code. */
import { branchPictureOf, cloneBranch } from '#client/render/photo/branches.ts'
import { cutoutNode } from '#client/render/photo/CutoutNode.ts'
import { subjectPlacementMap } from '#client/render/photo/subjectPlacement.ts'
import { cloneKind } from './index.ts'
import { type CloneLayer, cutoutOf } from './schema.ts'

/** Creates the node of a clone, which paints the subject with its enhancements and outline. */
export const createNode = cutoutNode<CloneLayer>(cloneKind, (clone, frame, doc, { assets }) => ({
  picture: doc.separation && branchPictureOf(doc, assets, cloneBranch(doc), frame),
  map: subjectPlacementMap(doc, clone),
  cutout: cutoutOf(doc),
}))
