/**
 * The document: everything that undo restores and export paints, as plain JSON without pixels and class instances. The
 * document refers to pixels by AssetId. The asset store contains the pixels.
 */

import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { defaults, type Values } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { BlendMode } from '#shaders/blend/modes.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import type { Backdrop } from './backdrop.ts'
import type { Crop } from './crop.ts'
import type { Lens } from './lens.ts'
import { type MaskEdits, maskEditFields } from './maskEdits.ts'
import type { Motion } from './motion.ts'

/** The position of a layer in the stack: behind the subject (`background`) or in front of it (`foreground`). */
export type Placement = 'background' | 'foreground'

/** The fields that layers of all kinds share. A kind adds its own fields. */
export interface LayerBase {
  id: LayerId
  kind: string
  placement: Placement
  /** Name given by the user. If absent, the layer has the kind's default name. */
  name?: string
  /** If true, the layer is neither painted nor exported. */
  isHidden?: true
  /** If true, the user can't select or move the layer on the canvas. */
  isLocked?: true
  /** The blend mode with the layers below. Absent = normal. */
  blendMode?: BlendMode
  /** Anchor of the layer on another photo: the subject's box. Absent = the image. */
  anchor?: 'subject'
  /**
   * Distance from the camera, percent (`depthField`). If absent, the depth is derived from the layer's position in the
   * stack.
   */
  depth?: number
}

/** The photo that the user opened. Its size is that of the decoded, upright bitmap and defines document px. */
export interface Photo extends Size {
  asset: AssetId
  name: string
  /** False when all pixels are known to be opaque. The export then needs no alpha channel. */
  hasAlpha: boolean
  /** Color space of the photo's pixels, and of everything that is painted with the photo. Absent = sRGB. */
  colorSpace?: 'display-p3'
}

/** Returns the working space of a document: the color space of its photo. Colors of layers are always sRGB. */
export const workingSpace = ({ photo }: Pick<DocumentSnapshot, 'photo'>): ColorSpace => photo?.colorSpace ?? 'srgb'

/** The clicks and boxes that the user selected the subject with, in order. Coordinates are photo px. */
export interface SubjectSelection {
  /**
   * The mask that the clicks change: the automatic mask ('found'), an empty mask ('nothing'), all people, or
   * the number of a candidate mask.
   */
  start: 'found' | 'nothing' | 'people' | number
  choices: { adds: boolean; points: { x: number; y: number; kind: 'in' | 'out' | 'box-start' | 'box-end' }[] }[]
}

/** The result of the segmentation. `matte` is the asset with one coverage byte per photo pixel. */
export interface Separation {
  matte: AssetId
  model: string
  /** The user's selection of the subject. If absent, the subject was found automatically. */
  chosen?: SubjectSelection
  /** Bounding box of the subject, document px. If the matte is empty, the box is the whole photo. */
  box: Rect
}

export interface Document<L extends LayerBase = LayerBase> {
  photo: Photo | null
  separation: Separation | null
  /** The user's edits of the segmentation's matte. */
  mend: MaskEdits
  backdrop: Backdrop
  /** The shown and exported part of the canvas. Null: the whole canvas without turns. */
  crop: Crop | null
  tune: Tune
  /** Layers by id. In a list, reordering would change a layer's proxy. */
  layers: Record<LayerId, L>
  /** The lens blur. Absent until the user sets it up. */
  lens?: Lens
  /** The video loop. Absent until the user sets it up. */
  motion?: Motion
  /**
   * Ids of the layers from back to front. `stackOrder.ts` derives the complete stack from these ids and the placements.
   */
  order: LayerId[]
}

/** A frozen document. If a record is equal in two snapshots, both contain the same object. */
export type DocumentSnapshot<L extends LayerBase = LayerBase> = Immutable<Document<L>>

export const emptyDocument = (): Document => ({
  photo: null,
  separation: null,
  mend: defaults(maskEditFields),
  backdrop: { type: 'original' },
  crop: null,
  tune: { image: defaults(tuneFields), foreground: defaults(tuneFields), background: defaults(tuneFields) },
  layers: {},
  order: [],
})

/** Writes all fields of `next` into a document. An optional field that `next` lacks is removed. */
export function assignDocument(doc: Document, next: Document): void {
  for (const key of Object.keys(doc)) if (!(key in next)) delete doc[key as keyof Document]
  Object.assign(doc, next)
}

/** Returns the layer of a kind that a document contains at most once, or undefined. */
export const layerOfKind = <L extends { readonly kind: string }>(
  doc: { readonly layers: Readonly<Record<LayerId, L>> },
  kind: string,
): L | undefined => Object.values<L>(doc.layers).find((layer) => layer.kind === kind)

/** Returns true for the background and the subject, which the user cannot add or delete. */
export const isPhotoLayer = ({ kind }: { readonly kind: string }): boolean =>
  kind === 'background' || kind === 'subject'

export type TuneSet = Values<typeof tuneFields>
export type TuneName = keyof TuneSet

/**
 * The part of the photo that a set of enhancements applies to. `image`: the whole photo before its segmentation.
 * `foreground` and `background`: the parts of the segmented photo.
 */
export type TuneTarget = 'image' | 'foreground' | 'background'

/** `image` applies until the photo is segmented, and `foreground` and `background` apply afterwards. */
export type Tune = Record<TuneTarget, TuneSet>

/** Returns true when no enhancement of the set has an effect. */
export const isNeutral = (set: Readonly<TuneSet>): boolean =>
  (Object.keys(tuneFields) as TuneName[]).every((name) => set[name] === tuneFields[name].default)
