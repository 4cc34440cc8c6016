/** The rules that adapt the layers of a template to a photo, and their parser. */
import type { LayerId } from '#client/kit/values/ids.ts'
import { finite, InvalidProjectError, id, type JsonRecord, jsonArray, jsonRecord } from '../project-file/validate.ts'

/** Left, top, width and height in fractions of the image. */
export type Area = readonly [left: number, top: number, width: number, height: number]

/**
 * The placement of a template's layer on any photo. A layer without this record has the same relative position and size
 * as in the template.
 */
export interface LayerLayout {
  /** The area for the layer. The layer is made as large as possible within it. */
  area: Area
  /** Alternative areas. The layer is placed in the first area where the subject hides little of it. */
  elsewhere?: readonly Area[]
  /** Alignment of a layer that is smaller than its area. By default centered. */
  align?: 'left' | 'center' | 'right'
  alignY?: 'top' | 'center' | 'bottom'
  /** True if the layer must cover its area completely instead of fitting into it. */
  covers?: true
  /** True for text that need not be readable. It stays behind the subject, even if the subject hides most of it. */
  isOrnament?: true
  /** Padding between the letters and the background box, em. */
  padding?: readonly [across: number, down: number]
}

export interface SubjectLayout {
  /**
   * The area for the subject, which is made as large as possible within it. If the photo's edge cuts the subject off,
   * the cut is placed at the image's edge.
   */
  area: Area
  /** True if the subject is next to the text. If the photo's left edge cuts the subject off, the layout is mirrored. */
  isAside?: true
  /** True if a tall subject is enlarged until only its upper part is visible, such as a person's upper body. */
  isCloseUp?: true
  /**
   * True if a wide subject is at the lower edge of its area. By default it is centered vertically. The area of a subject
   * that the photo's lower edge cuts off extends to the cut.
   */
  isStanding?: true
  /**
   * Height of the layer that hides the cut if the photo's lower edge cuts the subject off, as a fraction of the image's
   * height. If absent, the cut is at the image's lower edge.
   */
  floor?: number
}

export interface TemplateLayout {
  /**
   * Hue of the template colors to adapt (OKLab degrees, `tones.ts`). They get the hue of the photo's most vivid color.
   * If absent, no colors change.
   */
  hue?: number
  /** Placement of the subject. If absent, the subject has the same relative position as in the template. */
  subject?: SubjectLayout
  /**
   * True if the layout is never mirrored, because a script or an agent chose the sides. Template files don't have it.
   */
  isFixed?: true
  layers: Readonly<Record<LayerId, LayerLayout>>
}

const MAX_AREAS = 10

/** Parses the layout of a template from untrusted JSON. @throws InvalidProjectError */
export function parseTemplateLayout(raw: JsonRecord): TemplateLayout {
  const layers = Object.entries(jsonRecord(raw.layers)).map(([key, value]) => [
    id(key),
    parseLayerLayout(jsonRecord(value)),
  ])
  return {
    ...(raw.hue !== undefined && { hue: finite(raw.hue) }),
    ...(raw.subject !== undefined && { subject: parseSubjectLayout(jsonRecord(raw.subject)) }),
    layers: Object.fromEntries(layers),
  }
}

const parseSubjectLayout = ({ area, isAside, isCloseUp, isStanding, floor }: JsonRecord): SubjectLayout => ({
  area: parseArea(area),
  ...(isAside === true && { isAside }),
  ...(isCloseUp === true && { isCloseUp }),
  ...(isStanding === true && { isStanding }),
  ...(floor !== undefined && { floor: finite(floor) }),
})

function parseLayerLayout(raw: JsonRecord): LayerLayout {
  const { area, elsewhere, align, alignY, covers, isOrnament, padding } = raw
  return {
    area: parseArea(area),
    ...(elsewhere !== undefined && { elsewhere: jsonArray(elsewhere, MAX_AREAS).map(parseArea) }),
    ...((align === 'left' || align === 'right') && { align }),
    ...((alignY === 'top' || alignY === 'bottom') && { alignY }),
    ...(covers === true && { covers }),
    ...(isOrnament === true && { isOrnament }),
    ...(padding !== undefined && { padding: numbers(padding, 2) as [number, number] }),
  }
}

const parseArea = (raw: unknown): Area => numbers(raw, 4) as [number, number, number, number]

function numbers(raw: unknown, count: number): number[] {
  const values = jsonArray(raw, count).map(finite)
  if (values.length !== count) throw new InvalidProjectError('no list of that length')
  return values
}
