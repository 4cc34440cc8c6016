/**
 * Paints lifted objects. Separate from index.ts, because every editor page loads the kinds first, without painting
 * code.
 */
import { IDENTITY } from '#client/kit/geometry/affine.ts'
import { middleOf } from '#client/kit/geometry/geometry.ts'
import { objectPictureOf } from '#client/render/photo/branches.ts'
import { cutoutNode } from '#client/render/photo/CutoutNode.ts'
import { subjectPlacementMap } from '#client/render/photo/subjectPlacement.ts'
import { objectKind } from './index.ts'
import type { ObjectLayer } from './schema.ts'

export const createNode = cutoutNode<ObjectLayer>(objectKind, (layer, frame, doc, { assets }) => {
  const { opacity, lifted } = layer
  const map = subjectPlacementMap(doc, layer, middleOf(lifted.box))
  const isInPlace = map === IDENTITY && opacity === 100
  return { picture: objectPictureOf(doc, assets, layer, frame), map: isInPlace ? null : map, opacity }
})
