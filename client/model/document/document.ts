/**
 * The document: everything that undo restores and export paints. It is plain JSON without pixels or class instances.
 * The pixels are in the asset store, and the document references them by AssetId.
 */

import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { defaults, type Field, group, type Values } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import type { BlendMode } from '#shaders/blend/modes.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import type { Backdrop } from './backdrop.ts'
import type { Crop } from './crop.ts'
import { type Lens, lensFields } from './lens.ts'
import { type MaskEdits, maskEditFields } from './maskEdits.ts'
import { type Motion, motionFields } from './motion.ts'

/** Whether a layer is behind the subject (`background`) or in front of the subject (`foreground`). */
export type Placement = 'background' | 'foreground'

/** Fields that the layers of all kinds have. Each kind adds its own fields. */
export interface LayerBase {
  id: LayerId
  kind: string
  placement: Placement
  /** The name that the user has set. If absent, the layer has the default name of its kind. */
  name?: string
  /** If true, the layer is neither painted nor exported. */
  isHidden?: true
  /** If true, the user can't select or move the layer on the canvas. */
  isLocked?: true
  /** How the layer blends with the layers below. If absent, the mode is 'normal'. */
  blendMode?: BlendMode
  /**
   * When the layer is moved to another photo, its position is relative to the subject's box ('subject'), or to the
   * image (absent).
   */
  anchor?: 'subject'
  /**
   * Distance from the camera in percent (`depthField`). If absent, the depth is derived from the layer's position in
   * the stack.
   */
  depth?: number
}

/** The photo that the user has opened. Its size is the size of the decoded, upright bitmap, and defines document px. */
export interface Photo extends Size {
  asset: AssetId
  name: string
  /** False if all pixels are known to be opaque. Exported files then don't need an alpha channel. */
  hasAlpha: boolean
  /** Color space of the photo's pixels and of everything that is painted with the photo. If absent, this is sRGB. */
  colorSpace?: 'display-p3'
}

/** Returns the working space of a document, which is the color space of its photo. Layer colors are always sRGB. */
export const workingSpace = ({ photo }: Pick<DocumentSnapshot, 'photo'>): ColorSpace => photo?.colorSpace ?? 'srgb'

/** The clicks and boxes that the user has selected the subject with, in order. Coordinates are photo px. */
export interface SubjectSelection {
  /**
   * The mask that the clicks modify: the detected subject ('found'), an empty mask ('nothing'), all people, or a
   * candidate mask by its number.
   */
  start: 'found' | 'nothing' | 'people' | number
  choices: { adds: boolean; points: { x: number; y: number; kind: 'in' | 'out' | 'box-start' | 'box-end' }[] }[]
}

/** The result of the segmentation. `matte`: id of the asset with one coverage byte per photo pixel. */
export interface Separation {
  matte: AssetId
  model: string
  /** The user's selection of the subject. Absent if the subject was detected automatically. */
  chosen?: SubjectSelection
  /** Bounding box of the subject in document px. If the matte is empty, this is the whole photo. */
  box: Rect
}

export interface Document<L extends LayerBase = LayerBase> {
  photo: Photo | null
  separation: Separation | null
  /** The user's edits of the matte. */
  mend: MaskEdits
  backdrop: Backdrop
  /** The part of the canvas that is displayed and exported. Null = the whole canvas without turns. */
  crop: Crop | null
  tune: Tune
  /** Layers by id. Not a list, because reordering a list would change the layers' proxies. */
  layers: Record<LayerId, L>
  /** The lens blur. Absent until the user sets it. */
  lens?: Lens
  /** The camera motion for videos. Absent until the user sets it. */
  motion?: Motion
  /** Layer ids from back to front. `stackOrder.ts` derives the complete stack from this order and the placements. */
  order: LayerId[]
}

/**
 * The parts of a document that parsing, templates and design links handle separately. `SETTINGS` has the rules of all
 * other parts.
 */
export type CorePart = 'photo' | 'separation' | 'backdrop' | 'crop' | 'layers' | 'order'
type SettingsPart = Exclude<keyof Document, CorePart>

interface SettingsRule<Names extends PropertyKey = string> {
  /** Defaults and ranges. On another photo, a template's lengths in px are rescaled, and other values are copied. */
  readonly fields: Readonly<Record<Names, Field>>
  /** Label of settings that are valid only for one photo. Templates don't contain them. */
  readonly photoLabel?: string
}

const tuneSet = group('', tuneFields)
/** The fields of `Tune`. */
export const tuneSets = { image: tuneSet, foreground: tuneSet, background: tuneSet } as const

/**
 * The rules of the document's settings. Parsing, templates, design links and the check for unsaved work loop over this
 * table. If a part of `Document` has neither a row nor rules of its own, the compiler reports an error.
 */
const SETTINGS: { readonly [P in SettingsPart]-?: SettingsRule<keyof NonNullable<Document[P]>> } = {
  mend: { fields: maskEditFields, photoLabel: 'Edit mask' },
  tune: { fields: tuneSets },
  lens: { fields: lensFields },
  motion: { fields: motionFields },
}
export const settingsRules = Object.entries(SETTINGS) as readonly [SettingsPart, SettingsRule][]

/** The settings that are absent until the user changes them. */
export type OptionalPart = { [P in SettingsPart]-?: object extends Pick<Document, P> ? P : never }[SettingsPart]

/**
 * Changes fields of an optional part of the document. If the part is absent, creates it with the defaults of the other
 * fields. Call it within an undo step.
 */
export function setPart<P extends OptionalPart>(
  doc: Document,
  part: P,
  change: Partial<NonNullable<Document[P]>>,
): void {
  Object.assign(doc, { [part]: { ...defaults(SETTINGS[part].fields), ...doc[part], ...change } })
}

/** A frozen document. If a record is equal in two snapshots, both contain the same object. */
export type DocumentSnapshot<L extends LayerBase = LayerBase> = Immutable<Document<L>>

export const emptyDocument = (): Document => ({
  photo: null,
  separation: null,
  mend: defaults(maskEditFields),
  backdrop: { type: 'original' },
  crop: null,
  tune: defaults(tuneSets),
  layers: {},
  order: [],
})

/** Returns a document. If `read` returns undefined for a part, the part is that of an empty document. */
export const createDocument = (
  core: { [P in CorePart]: Document[P] },
  read: (part: SettingsPart, rule: SettingsRule) => object | undefined,
): Document => ({
  ...emptyDocument(),
  ...core,
  ...Object.fromEntries(settingsRules.map(([part, rule]) => [part, read(part, rule)]).filter(([, values]) => values)),
})

/** Writes all fields of `next` into a document. Optional fields that `next` doesn't have are removed. */
export function assignDocument(doc: Document, next: Document): void {
  for (const key of Object.keys(doc)) if (!(key in next)) delete doc[key as keyof Document]
  Object.assign(doc, next)
}

/** Returns the layer of a kind that occurs at most once per document. Undefined if there is none. */
export const layerOfKind = <L extends { readonly kind: string }>(
  doc: { readonly layers: Readonly<Record<LayerId, L>> },
  kind: string,
): L | undefined => Object.values<L>(doc.layers).find((layer) => layer.kind === kind)

/** Returns true for the background and the subject, which the user can't add or delete. */
export const isPhotoLayer = ({ kind }: { readonly kind: string }): boolean =>
  kind === 'background' || kind === 'subject'

export type TuneSet = Values<typeof tuneFields>
export type TuneName = keyof TuneSet

/**
 * The part of the photo that a set of enhancements changes. `image`: the whole photo before its segmentation.
 * `foreground` and `background`: the parts of the segmented photo.
 */
export type TuneTarget = 'image' | 'foreground' | 'background'

/**
 * Enhancements by target. `image` applies until the photo is segmented. After that, `foreground` and `background`
 * apply.
 */
export type Tune = Record<TuneTarget, TuneSet>

/** All enhancements at their neutral values. */
export const NEUTRAL_TUNE: Immutable<Tune> = defaults(tuneSets)

/** Returns true if no enhancement of the set has an effect. */
export const isNeutral = (set: Readonly<TuneSet>): boolean =>
  (Object.keys(tuneFields) as TuneName[]).every((name) => set[name] === tuneFields[name].default)
