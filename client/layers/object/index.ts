import { Group } from 'lucide-react'
import { t } from '#client/kit/i18n/translate.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { defineKind } from '#client/render/kind.ts'
import { liftedMatteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { liftedKey, liftedLayers } from '#client/render/objects/lifted.ts'
import { rotatedCutoutTransform } from '../placement/cutoutTransform.ts'
import { type ObjectLayer, objectFields } from './schema.ts'

/** Maximum number of objects. Each object needs memory for a matte of the photo's size. */
const MAX_OBJECTS = 16

/** Returns true if no other layer shows the same object. */
const isOnlyOne = ({ id, lifted }: Immutable<ObjectLayer>, doc: DocumentSnapshot) =>
  liftedLayers(doc).every((other) => other.id === id || other.lifted.matte !== lifted.matte)

const objectTransform = rotatedCutoutTransform<ObjectLayer>(objectFields, {
  boxOf: ({ lifted }) => lifted.box,
  matteOf: (layer, doc, assets) => liftedMatteOf(doc, assets, layer),
})

export const objectKind = defineKind({
  kind: 'object',
  label: 'Object',
  icon: Group,
  describe: ({ isHidden }, index) => ({
    name: isHidden ? t('Erased object {number}', { number: index + 1 }) : t('Object {number}', { number: index + 1 }),
  }),
  assetOf: ({ lifted }) => lifted.matte,
  style: ['opacity', 'shadow'],
  isBoundToPhoto: true,
  showsPhoto: true,
  isHiddenByRemoval: (layer, doc) => !layer.isHidden && isOnlyOne(layer, doc),
  slot: 'placed',
  fields: objectFields,
  placement: 'background',
  limit: MAX_OBJECTS,
  inputs: (doc) => [doc.photo, doc.separation !== null, doc.backdrop, doc.tune, liftedKey(doc)],
  transform: objectTransform,
})
