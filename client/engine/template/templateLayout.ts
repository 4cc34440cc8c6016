/** The rules that adapt the layers of a template to a photo, and their parser. */
import type { LayerId } from '#client/kit/values/ids.ts'
import { finite, InvalidProjectError, id, type JsonRecord, jsonArray, jsonRecord } from '../project-file/validate.ts'

/** Left, top, width and height in fractions of the image. */
export type Area = readonly [left: number, top: number, width: number, height: number]

/**
 * The placement of one layer of a template on any photo. A layer without this record keeps its relative position and
 * size.
 */
export interface LayerLayout {
  /** The box for the layer. The layer becomes as large as possible inside it. */
  area: Area
  /** Alternative areas. The layer moves to the first area where the subject hides little of the layer. */
  elsewhere?: readonly Area[]
  /** Alignment of a smaller layer in its area, by default centered. */
  align?: 'left' | 'center' | 'right'
  alignY?: 'top' | 'center' | 'bottom'
  /** The layer covers its area completely instead of fitting into it. */
  covers?: true
  /**
   * A text layer that need not be readable. It remains behind the subject, even if the subject hides most of the text.
   */
  isOrnament?: true
  /** Padding between the letters of a text layer and its background box, em. */
  padding?: readonly [across: number, down: number]
}

export interface SubjectLayout {
  /**
   * The area for the subject, which becomes as large as possible inside it. A subject that the photo's edge cuts off is
   * placed at that edge.
   */
  area: Area
  /** The subject is next to the text. If the photo's left edge cuts off the subject, the layout is mirrored. */
  isAside?: true
  /**
   * Height of the layer that hides a subject cut off at the photo's lower edge, as a fraction of the image's height. If
   * absent, the image's lower edge hides the subject.
   */
  floor?: number
}

export interface TemplateLayout {
  /**
   * The hue of the template's colors that change to the hue of the photo's most vivid color (OKLab degrees,
   * `tones.ts`). Absent = no color changes.
   */
  hue?: number
  /**
   * Placement of the subject. If absent, the subject keeps its relative position. If the photo has no subject, its own
   * background remains.
   */
  subject?: SubjectLayout
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

const parseSubjectLayout = ({ area, isAside, floor }: JsonRecord): SubjectLayout => ({
  area: parseArea(area),
  ...(isAside === true && { isAside }),
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
