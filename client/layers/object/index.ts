import { Group } from 'lucide-react'
import type { Immutable } from '../../kit/base/immutable.ts'
import { t } from '../../kit/i18n/translate.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import { defineKind } from '../../render/kind.ts'
import { liftedKey, liftedLayers } from '../../render/objects/lifted.ts'
import { type ObjectLayer, objectFields } from './schema.ts'
import { objectTransform } from './transform.ts'

/** Each object has coverage of the photo's size, which the device must hold. */
const MAX_OBJECTS = 16

/** Returns true when no other layer shows what was lifted. */
const isOnlyOne = ({ id, lifted }: Immutable<ObjectLayer>, doc: DocumentSnapshot) =>
  liftedLayers(doc).every((other) => other.id === id || other.lifted.matte !== lifted.matte)

/** The kind of objects that were lifted out of the photo. */
export const objectKind = defineKind({
  kind: 'object',
  label: 'Object',
  icon: Group,
  describe: (_, index) => ({
    name: t('Object {number}', { number: index + 1 }),
  }),
  assetOf: ({ lifted }) => lifted.matte,
  style: ['opacity', 'shadow'],
  isBoundToPhoto: true,
  isHiddenByRemoval: (layer, doc) => !layer.isHidden && isOnlyOne(layer, doc),
  slot: 'placed',
  fields: objectFields,
  placement: 'background',
  limit: MAX_OBJECTS,
  inputs: (doc) => [doc.photo, doc.separation !== null, doc.backdrop, doc.tune, liftedKey(doc)],
  transform: objectTransform,
})
