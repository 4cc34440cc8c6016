import type { Size } from '#client/kit/geometry/geometry.ts'
import { labelComponents } from '#client/kit/pixels/labelComponents.ts'
import { dilateSquare } from '#client/kit/pixels/morphology.ts'
import { COVERED } from '../separation.ts'

/** Maximum area of a remnant or of a lobe, as a fraction of the object's area. */
const SMALL_SHARE = 1 / 16

/** Minimum coverage (of 255) of a pixel that certainly belongs to the object. */
const CERTAIN = 240

/** A part of the photo: the coverage of an object and of the subject that contains it, row-major. */
interface Part {
  object: Uint8Array
  subject: Uint8Array
  size: Size
  /** Maximum width of a strip, px. */
  strip: number
}

/**
 * Returns the coverage of an object inside the subject, after pixels were moved between the object and the rest of the
 * subject. The object gets narrow strips along its outline, and remnants. Remnants are small pieces of the subject that
 * only the object connects to the rest. The rest gets lobes: small but wide areas next to the rest that may belong to
 * the object, such as a hand in front of it.
 */
export function divideSubject({ object, subject, size, strip }: Part): Uint8Array {
  const whole = object.slice()
  const near = (mask: Uint8Array, least = 1) => dilateSquare(mask, size, strip, least)
  const maxArea = SMALL_SHARE * whole.reduce((sum, covered) => sum + Number(covered >= COVERED), 0)
  const nearBackground = near(subject.map((covered) => Number(covered < COVERED)))
  /** Returns 1 for the label of each small area that touches a mask, otherwise 0. */
  const smallAreas = (labels: Int32Array, areas: readonly number[], mask: Uint8Array) => {
    const isSmall = new Uint8Array(areas.length + 1)
    for (let at = 0; at < labels.length; at++) {
      const label = labels[at] ?? 0
      if (label && mask[at] && (areas[label - 1] ?? 0) <= maxArea) isSmall[label] = 1
    }
    return isSmall
  }
  /**
   * Returns the remnants and the rest (`kept`) of the subject outside the object and its strips, and `nearObject`: the
   * pixels within a strip's width of the object.
   */
  const divided = () => {
    const nearObject = near(whole, COVERED)
    const inside = subject.map((covered, at) =>
      Number(covered >= COVERED && (whole[at] ?? 0) < COVERED && !(nearObject[at] && nearBackground[at])),
    )
    const { labels, areas } = labelComponents({ ...size, inside })
    const isSmall = smallAreas(labels, areas, nearObject)
    for (let at = 0; at < labels.length; at++) if (labels[at] && isOnBorder(at, size)) isSmall[labels[at] ?? 0] = 0
    const remnants = inside.map((_, at) => isSmall[labels[at] ?? 0] ?? 0)
    return { nearObject, remnants, kept: inside.map((isSet, at) => isSet - (remnants[at] ?? 0)) }
  }

  const isUnsure = whole.map((covered, at) =>
    Number(covered >= COVERED && covered < CERTAIN && (subject[at] ?? 0) >= COVERED),
  )
  const inside = wideAreas(isUnsure, near)
  const { labels, areas } = labelComponents({ ...size, inside })
  if (areas.length > 0) {
    const isLobe = smallAreas(labels, areas, near(divided().kept))
    const nearLobe = near(inside.map((_, at) => isLobe[labels[at] ?? 0] ?? 0))
    for (let at = 0; at < whole.length; at++) if (nearLobe[at] && isUnsure[at]) whole[at] = 0
  }

  const { nearObject, remnants, kept } = divided()
  const nearKept = near(kept)
  const nearTaken = near(whole.map((covered, at) => Number(covered >= COVERED || remnants[at] === 1)))
  return whole.map((covered, at) => {
    if (kept[at] && !nearObject[at]) return 0
    return nearTaken[at] && !nearKept[at] ? Math.max(covered, subject[at] ?? 0) : covered
  })
}

/** Returns the mask without its areas that are narrower than a strip. */
function wideAreas(mask: Uint8Array, near: (mask: Uint8Array) => Uint8Array): Uint8Array {
  const deep = near(mask.map((isSet) => 1 - isSet)).map((isSet) => 1 - isSet)
  return near(deep)
}

const isOnBorder = (at: number, { width, height }: Size) =>
  at < width || at >= width * (height - 1) || at % width === 0 || at % width === width - 1
