import { type Affine, axisScales, compose, invert, scalingMatrix } from '#client/kit/geometry/affine.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import type { DistanceField } from '../distance/field.ts'
import { inkOf } from '../lib/color.ts'
import { createProgram, QUAD_VERTEX, ShaderMesh, type UniformValues } from '../lib/pass.ts'
import { type Grid, placeQuad } from '../lib/quad.ts'
import fragment from './outline.frag?raw'

export interface OutlineSettings {
  /** Width of the outline, document px, 1..200. */
  width: number
  /** sRGB color, `#rgb` or `#rrggbb`. */
  color: string
  /** Opacity of the outline, percent. */
  intensity: number
}

/** Distance of the samples that smooth the outline's edge, as a fraction of the outline's width. */
const ROUND = 0.6

/** Grids of the outline, and the map from photo to document. */
export interface OutlineView {
  /** Grid of the painted texture in the document. */
  target: Grid
  /** Grid of the distance field in the photo. `scale` is in field texels per photo px. */
  field: Grid
  /** Map from photo px to document px, with a uniform scale. */
  subject: Affine
  /** Left, top, right and bottom edge beyond which no outline is painted, photo px. Absent = no limit. */
  edges?: Edges
}

export type Edges = readonly [left: number, top: number, right: number, bottom: number]

/** Stands for "no edge": a position far outside any photo, photo px. */
export const FAR_EDGE = 1e6

const UNIFORMS = {
  uTarget: 'vec2<f32>',
  uFieldOrigin: 'vec2<f32>',
  uShift: 'vec2<f32>',
  uAlong: 'vec2<f32>',
  uDown: 'vec2<f32>',
  uStep: 'f32',
  uWidth: 'f32',
  uAround: 'f32',
  uEdges: 'vec4<f32>',
  uInk: 'vec4<f32>',
} as const

/** Uniforms, documented in outline.frag. */
export type OutlineUniforms = UniformValues<typeof UNIFORMS>

/** Converts an outline's settings and position to uniforms. `space`: the image's, by default sRGB. */
export function outlineUniforms(
  settings: OutlineSettings,
  { target, field, subject, edges = [-FAR_EDGE, -FAR_EDGE, FAR_EDGE, FAR_EDGE] }: OutlineView,
  space?: ColorSpace,
): OutlineUniforms {
  const toField = compose(scalingMatrix(field.scale), invert(subject), scalingMatrix(1 / target.scale))
  return {
    uTarget: [target.x, target.y],
    uFieldOrigin: [field.x, field.y],
    uShift: [toField.e, toField.f],
    uAlong: [toField.a, toField.b],
    uDown: [toField.c, toField.d],
    uStep: axisScales(toField).x,
    uWidth: settings.width * target.scale,
    uAround: ROUND * settings.width * target.scale,
    uEdges: edges.map((edge) => edge * field.scale) as [number, number, number, number],
    uInk: inkOf(settings.color, settings.intensity / 100, space),
  }
}

/**
 * Returns the reach of an outline beyond the subject's edge, with its soft edge, in document px. `width`: document px.
 * `scale`: output px per document px.
 */
export function outlineReach(width: number, scale: number): number {
  return width + 1 / scale
}

/**
 * Returns the required exact range of the subject's field for an outline of this width (document px), whole texels of
 * the field. Includes the samples that smooth the edge, twice their distance from it, the soft edge of one output px
 * and two texels for interpolation. Not limited to MAX_RANGE.
 */
export function outlineRange(width: number, view: Pick<OutlineView, 'target' | 'field' | 'subject'>): number {
  const texels = view.field.scale / axisScales(view.subject).x
  return Math.ceil((1 + 2 * ROUND) * width * texels + texels / view.target.scale) + 2
}

/**
 * Returns the program that reads one texel (`isExact`) or four. Two programs, because software GL would execute both
 * branches.
 */
const programFor = (isExact: boolean) => createProgram('outline', QUAD_VERTEX, fragment, { IS_EXACT: isExact })

const isExact = ({ uAlong, uDown, uShift }: OutlineUniforms) =>
  uAlong[0] === 1 && uDown[1] === 1 && [...uShift, uAlong[1], uDown[0]].every(Number.isInteger)

/**
 * A mesh, in document px, that paints the subject's outline from a distance field into the image. Every width, color
 * and intensity costs one pass.
 */
export class Outline extends ShaderMesh<'uField', typeof UNIFORMS> {
  private readonly space: ColorSpace

  /** `space`: color space of the target. */
  constructor(space: ColorSpace = 'srgb') {
    super(programFor(false), ['uField'], UNIFORMS)
    this.space = space
  }

  /**
   * Shows the outline over the view's target, whose texels must be output px. `field` must have the format `integer`.
   */
  show(field: DistanceField, settings: OutlineSettings, view: OutlineView): void {
    const uniforms = outlineUniforms(settings, view, this.space)
    this.set(programFor(isExact(uniforms)), { uField: field.source }, uniforms)
    placeQuad(this.geometry, view.target, view.target.scale)
  }
}
