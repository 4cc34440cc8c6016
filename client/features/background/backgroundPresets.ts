/** Backgrounds that one click sets: gradients, colors of the photo, and the blurred original. */

import { cutsOf, subjectPlace } from '#client/engine/template/placeSubject.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { contains, expandRect } from '#client/kit/geometry/rect.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { clampField, defaults, type Hex } from '#client/kit/values/fields.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { PhotoColors } from '#client/layers/colors/photoColors.ts'
import type { SubjectLayer } from '#client/layers/subject/index.ts'
import { subjectBox } from '#client/layers/subjectBox.ts'
import { canvasSize, colorBackdrop, floorFields } from '#client/model/document/backdrop.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import { type DocumentSnapshot, layerOfKind } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { isDisplaced, type SubjectPlace, subjectPlaceFields } from '#client/render/objects/subjectFields.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'

export interface GradientPreset {
  /** English; translated when shown. */
  name: string
  top: Hex
  bottom: Hex
  /** Color of the floor. If absent, there is no floor. */
  floor?: Hex
}

export const GRADIENTS: readonly GradientPreset[] = [
  { name: 'Studio', top: '#f4f4f2', bottom: '#b6b6b2' },
  { name: 'Sky', top: '#7fbdf5', bottom: '#e6f3ff' },
  { name: 'Dusk', top: '#ff5f8f', bottom: '#ffb35c' },
  { name: 'Mint', top: '#c9f5e2', bottom: '#5cc3a5' },
  { name: 'Lilac', top: '#e6dbff', bottom: '#9a80e6' },
  { name: 'Night', top: '#0b1020', bottom: '#2c4474' },
]

/** Studio floors. A preset has a wall, and a floor where the subject casts a shadow. */
export const FLOORS: readonly GradientPreset[] = [
  { name: 'White floor', top: '#fbfbfa', bottom: '#efefed', floor: '#dededb' },
  { name: 'Warm floor', top: '#f3e6d8', bottom: '#e9d3bd', floor: '#cfae90' },
  { name: 'Dark floor', top: '#3a3d44', bottom: '#23252a', floor: '#141518' },
]

/** Returns gradients between the two most frequent colors of the subject and the background. */
export const photoGradients = ({ subject, background }: PhotoColors): GradientPreset[] =>
  [
    { name: 'Subject', colors: subject },
    { name: 'Photo', colors: background },
  ].flatMap(({ name, colors: [top, bottom = top] }) => (top && bottom ? [{ name, top, bottom }] : []))

/** Angle of a gradient whose second color is at the bottom, degrees. */
const DOWN = 180

/** Sets a gradient behind the subject, as one undo step. With a floor, the subject gets a contact shadow. */
export function setGradient(session: Session, { name, top, bottom, floor }: GradientPreset): void {
  const { doc, history } = session
  const subject = layerOfKind(doc, 'subject') as SubjectLayer | undefined
  history.transact(floor ? t(name) : t('Gradient'), () => {
    const gradient = { color: bottom, angle: DOWN }
    doc.backdrop = colorBackdrop({ color: top, gradient })
    if (!floor) return
    if (subject) {
      Object.assign(subject, placeWithAir(session))
      Object.assign(subject.shadow, FLOOR_SHADOW)
    }
    doc.backdrop = colorBackdrop({ color: top, gradient, floor: { color: floor, horizon: horizonOf(session) } })
  })
}

/** Returns true if the background has a preset's colors. The horizon may differ, because it depends on the subject. */
export const hasGradient = ({ backdrop }: Pick<DocumentSnapshot, 'backdrop'>, preset: GradientPreset): boolean =>
  backdrop.type === 'color' &&
  backdrop.color === preset.top &&
  backdrop.gradient?.color === preset.bottom &&
  backdrop.gradient.angle === DOWN &&
  backdrop.floor?.color === preset.floor

/** A soft shadow on the floor, darkest at the subject's feet. */
const FLOOR_SHADOW = {
  enabled: true,
  type: 'ground',
  opacity: 50,
  direction: 325,
  length: 30,
  softness: 85,
  contact: 85,
}

/** Minimum distance of a subject on a floor from the image's edges, as a fraction of the image. */
const AIR = 0.06
/** Maximum side of a subject that is placed on a floor, as a fraction of the image. */
const SHARE = 0.8
/**
 * Position of a placed subject: the maximum of its lower edge, and of its center, as fractions of the image's height.
 */
const [FOOT, MIDDLE] = [0.9, 0.56]

/**
 * Returns the place of a subject with air around it, for its shadow. Null if it has air or was moved, or if the photo's
 * edge cuts it off, because the cut must stay at the edge.
 */
function placeWithAir(session: Session): SubjectPlace | null {
  const doc = snapshotOf(session)
  const { separation } = doc
  const matte = separation && session.assets.matte(separation.matte)
  if (!separation || !matte || isDisplaced(doc)) return null
  if (Object.values(cutsOf(separation.box, matte)).some(Boolean)) return null
  const { box } = separation
  const picture = pictureInDocument(doc)
  const inside = expandRect(picture, -AIR * Math.min(picture.width, picture.height))
  if (contains(inside, box)) return null
  const scale = Math.min(1, (SHARE * picture.width) / box.width, (SHARE * picture.height) / box.height)
  const [width, height] = [(scale * box.width) / picture.width, (scale * box.height) / picture.height]
  const area = [(1 - width) / 2, Math.min(FOOT, MIDDLE + height / 2) - height, width, height] as const
  return subjectPlace({ area }, box, doc, null)
}

/** Switches the subject's ground shadow on or off, as one undo step. Another type of shadow is replaced. */
export function setGroundShadow({ history }: Session, { shadow }: Pick<SubjectLayer, 'shadow'>, isOn: boolean): void {
  history.transact(t('Ground shadow'), () => {
    Object.assign(shadow, isOn && shadow.type !== 'ground' ? FLOOR_SHADOW : { enabled: isOn })
  })
}

/** Distance of the horizon above the subject's lower edge, as a fraction of the subject's height. */
const STANDS = 0.12
const [HIGHEST, LOWEST] = [45, 78]

/** Returns the height of the horizon behind the subject's feet, percent of the canvas. */
function horizonOf(session: Session): number {
  const doc = snapshotOf(session)
  const box = subjectBox(doc)
  const feet = box ? box.y + (1 - STANDS) * box.height : 0
  return box ? Math.round(clamp((100 * feet) / canvasSize(doc).height, HIGHEST, LOWEST)) : floorFields.horizon.default
}

/** Returns true when the background differs from the photo's own background, so that Reset Background changes it. */
export const isBackgroundChanged = ({ backdrop, tune }: Pick<DocumentSnapshot, 'backdrop' | 'tune'>): boolean =>
  backdrop.type !== 'original' || tune.background.blur !== tune.foreground.blur

/** Standard deviation of the blur as a fraction of the photo's shorter side. */
const BLUR = 0.015

const blurOf = ({ width, height }: Size) => clampField(tuneFields.blur, BLUR * Math.min(width, height))

/** Returns true if the background is the photo's own, blurred by `blurBackground`. */
export const isBackgroundBlurred = ({ photo, backdrop, tune }: DocumentSnapshot): boolean =>
  photo !== null && backdrop.type === 'original' && tune.background.blur === blurOf(photo)

/** Blurs the photo's own background, as one undo step, with the blur setting of the Tune tab. */
export function blurBackground({ doc, history }: Session): void {
  const { photo } = doc
  if (!photo) return
  const blur = blurOf(photo)
  history.transact(t('Background blur'), () => {
    const subject = layerOfKind(doc, 'subject')
    if (subject && doc.backdrop.type === 'color' && doc.backdrop.floor)
      Object.assign(subject, defaults(subjectPlaceFields))
    doc.backdrop = { type: 'original' }
    doc.tune.background.blur = blur
  })
}
