/** Backgrounds that the user sets with one click: gradients, colors of the photo, and the blurred original. */

import { cutsOf, subjectPlace } from '#client/engine/template/placeSubject.ts'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { contains, expandRect } from '#client/kit/geometry/rect.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { channelsOf, hexOf } from '#client/kit/pixels/color-space/cssColor.ts'
import { clampField, type Hex } from '#client/kit/values/fields.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { clamp } from '#client/kit/values/numbers.ts'
import type { PhotoColors } from '#client/layers/colors/photoColors.ts'
import { subjectBox } from '#client/layers/subjectBox.ts'
import {
  type Backdrop,
  type ColorBackdrop,
  canvasSize,
  colorBackdrop,
  floorFields,
} from '#client/model/document/backdrop.ts'
import { pictureInDocument } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import {
  FLOOR_SHADOW,
  hadFloor,
  isDisplaced,
  removeFloorShadow,
  type SubjectLayer,
  type SubjectPlace,
  showOwnBackground,
  subjectProxy,
} from '#client/render/objects/subjectFields.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'

export interface GradientPreset {
  /** The preset's name in English. The name is translated when it is shown. */
  name: string
  top: Hex
  bottom: Hex
  /** Color of the floor. Absent if the background has no floor. */
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

/**
 * Studio backgrounds. Each preset has a wall and a floor. A subject with feet in the photo casts a shadow on the floor.
 */
export const FLOORS: readonly GradientPreset[] = [
  { name: 'White floor', top: '#fbfbfa', bottom: '#efefed', floor: '#dededb' },
  { name: 'Warm floor', top: '#f3e6d8', bottom: '#e9d3bd', floor: '#cfae90' },
  { name: 'Dark floor', top: '#3a3d44', bottom: '#23252a', floor: '#141518' },
]

/**
 * Returns up to two gradients, for the subject and for the background. Each is between the two most frequent colors of
 * that part. A part with one color gets a plain color, and a part without colors gets no gradient.
 */
export const photoGradients = ({ subject, background }: PhotoColors): GradientPreset[] =>
  [
    { name: 'Subject', colors: subject },
    { name: 'Photo', colors: background },
  ].flatMap(({ name, colors: [top, bottom = top] }) => (top && bottom ? [{ name, top, bottom }] : []))

/** Direction of a gradient from top to bottom, in degrees. */
const DOWN = 180

/**
 * Sets a gradient behind the subject, as one undo step. If the preset has a floor, the subject gets a contact shadow
 * unless the photo's lower edge cuts it off, and is moved and scaled if it lacks a gap around it.
 */
export function setGradient(session: Session, { name, top, bottom, floor }: GradientPreset): void {
  const { doc, history } = session
  const subject = subjectProxy(session)
  history.transact(floor ? t(name) : t('Gradient'), () => {
    const gradient = { color: bottom, angle: DOWN }
    doc.backdrop = colorBackdrop({ color: top, gradient, hadFloor: hadFloor(doc) })
    if (!floor) return
    if (subject) {
      Object.assign(subject, placeWithAir(session))
      if (!isCutBelow(session)) Object.assign(subject.shadow, FLOOR_SHADOW)
    }
    doc.backdrop = colorBackdrop({ color: top, gradient, floor: { color: floor, horizon: horizonOf(session) } })
  })
}

/**
 * Resets the shadow that a floor has set, even if a color has replaced the floor. Must be called before the background
 * is removed or becomes an image. Plain colors and gradients keep the shadow, because their panel has a switch for it.
 * The caller opens the undo step.
 */
export function leaveFloor(session: Pick<Session, 'doc'>): void {
  const subject = subjectProxy(session)
  if (subject && hadFloor(session.doc)) removeFloorShadow(subject)
}

/** Brightness of a floor relative to its wall, as in the studio backgrounds. */
const FLOOR_TONE = 0.82

const toneOf = (color: Hex): Hex => hexOf(channelsOf(color).map((channel) => channel * FLOOR_TONE))

/** The optional parts of a color background. */
export type BackdropPart = 'gradient' | 'floor'

/**
 * Returns a plain backdrop in the given color, at the old opacity if the old backdrop was a color. The parts in `kept`
 * remain. A floor that remains takes a darker tone of the color, unless the user has set the floor's color.
 */
export function recolored(
  backdrop: Immutable<Backdrop>,
  color: Hex,
  kept: readonly BackdropPart[] = [],
): ColorBackdrop {
  if (backdrop.type !== 'color') return colorBackdrop({ color })
  const { opacity } = backdrop
  const gradient = kept.includes('gradient') && backdrop.gradient
  const floor = kept.includes('floor') && backdrop.floor
  const ours = [...FLOORS.map((each) => each.floor), toneOf(backdrop.color), floorFields.color.default]
  const isOurs = floor && ours.includes(floor.color)
  return colorBackdrop({
    color,
    opacity,
    gradient,
    floor: isOurs ? { ...floor, color: toneOf(color) } : floor,
    hadFloor: !floor && hadFloor({ backdrop }),
  })
}

/** Returns true if the background has a preset's colors. The horizon may differ, because it depends on the subject. */
export const hasGradient = (
  { backdrop }: Pick<DocumentSnapshot, 'backdrop'>,
  { top, bottom, floor }: GradientPreset,
): boolean =>
  backdrop.type === 'color' &&
  backdrop.color === top &&
  backdrop.gradient?.color === bottom &&
  backdrop.gradient.angle === DOWN &&
  backdrop.floor?.color === floor

/** Minimum gap between a subject on a floor and the image's edges, as a fraction of the image's shorter side. */
const AIR = 0.06
/** Maximum width and height of a subject on a floor, as fractions of the image's width and height. */
const SHARE = 0.8
/** Lowest positions of a subject on a floor: of its lower edge, and of its center. Fractions of the image's height. */
const [FOOT, MIDDLE] = [0.9, 0.56]

/**
 * Minimum fraction of the subject's side that the photo's edge cuts off visibly. Away from the edge, even the cut of a
 * leaf or a hand is a straight line inside the image.
 */
const TIP = 0.02

/**
 * Returns the place that gives the subject a gap on all sides for its shadow. Returns null if the gap is already large
 * enough or the user has moved the subject. Also returns null if the photo's edge cuts the subject off, because the cut
 * must stay at the edge.
 */
function placeWithAir(session: Session): SubjectPlace | null {
  const doc = snapshotOf(session)
  const { separation } = doc
  const matte = separation && session.assets.matte(separation.matte)
  if (!separation || !matte || isDisplaced(doc)) return null
  if (Object.values(cutsOf(separation.box, matte, TIP)).some(Boolean)) return null
  const { box } = separation
  const picture = pictureInDocument(doc)
  const inside = expandRect(picture, -AIR * Math.min(picture.width, picture.height))
  if (contains(inside, box)) return null
  const scale = Math.min(1, (SHARE * picture.width) / box.width, (SHARE * picture.height) / box.height)
  const [width, height] = [(scale * box.width) / picture.width, (scale * box.height) / picture.height]
  const area = [(1 - width) / 2, Math.min(FOOT, MIDDLE + height / 2) - height, width, height] as const
  return subjectPlace({ area }, box, doc, null)
}

/** If the photo's lower edge cuts off this fraction of the subject's width or more, the photo doesn't show the feet. */
const NO_FEET = 0.5

/**
 * Returns true if the photo's lower edge cuts off most of the subject's width. Such a subject doesn't stand on the
 * ground, so its ground shadow consists of two patches at its sides.
 */
export function isCutBelow({ assets, doc: { separation } }: Pick<Session, 'assets' | 'doc'>): boolean {
  const matte = separation && assets.matte(separation.matte)
  return separation !== null && matte ? cutsOf(separation.box, matte, NO_FEET).bottom : false
}

/** Switches the subject's ground shadow on or off, as one undo step. Switching on replaces any other type of shadow. */
export function setGroundShadow({ history }: Session, { shadow }: Pick<SubjectLayer, 'shadow'>, isOn: boolean): void {
  history.transact(t('Ground shadow'), () => {
    Object.assign(shadow, isOn && shadow.type !== 'ground' ? FLOOR_SHADOW : { enabled: isOn })
  })
}

/** Height of the horizon above the subject's lower edge, as a fraction of the subject's height. */
const STANDS = 0.12
const [HIGHEST, LOWEST] = [45, 78]

/**
 * Returns the distance from the top of the canvas to the horizon, in percent of the canvas's height. The horizon is
 * slightly above the subject's feet.
 */
function horizonOf(session: Session): number {
  const doc = snapshotOf(session)
  const box = subjectBox(doc)
  const feet = box ? box.y + (1 - STANDS) * box.height : 0
  return box ? Math.round(clamp((100 * feet) / canvasSize(doc).height, HIGHEST, LOWEST)) : floorFields.horizon.default
}

/** Returns true if the background differs from the photo's own background, so that Reset Background can restore it. */
export const isBackgroundChanged = ({ backdrop, tune }: Pick<DocumentSnapshot, 'backdrop' | 'tune'>): boolean =>
  backdrop.type !== 'original' || tune.background.blur !== tune.foreground.blur

/** Standard deviation of the blur as a fraction of the photo's shorter side. */
const BLUR = 0.015

const blurOf = ({ width, height }: Size) => clampField(tuneFields.blur, BLUR * Math.min(width, height))

/** Returns true if the background is the photo's own, blurred by `blurBackground`. */
export const isBackgroundBlurred = ({ photo, backdrop, tune }: DocumentSnapshot): boolean =>
  photo !== null && backdrop.type === 'original' && tune.background.blur === blurOf(photo)

/**
 * Replaces the background with the photo's own background and blurs it, as one undo step, with the blur setting of the
 * Tune tab. Does nothing if there is no photo.
 */
export function blurBackground({ doc, history }: Session): void {
  const { photo } = doc
  if (!photo) return
  const blur = blurOf(photo)
  history.transact(t('Background blur'), () => {
    showOwnBackground(doc)
    doc.tune.background.blur = blur
  })
}
