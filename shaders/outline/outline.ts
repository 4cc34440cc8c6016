import { GlProgram, Mesh, type MeshGeometry, Shader, Texture } from 'pixi.js'
import { type Affine, axisScales, compose, invert, scalingMatrix } from '#client/kit/base/affine.ts'
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import type { DistanceField } from '../distance/field.ts'
import { rgbOf } from '../lib/color.ts'
import { PREAMBLE, QUAD_VERTEX } from '../lib/pass.ts'
import { createQuad, type Grid, placeQuad } from '../lib/quad.ts'
import fragment from './outline.frag?raw'

/** settings of the subject's outline (spec §3) */
export interface OutlineSettings {
  /** Document px, 1 … 200. */
  width: number
  /** `#rgb` or `#rrggbb`. */
  color: string
  /** percent: the outline's opacity */
  intensity: number
}

/** grids and map of an outline */
export interface OutlineView {
  /** target, in the document */
  target: Grid
  /** field, in the photo: `scale` in field texels per photo px */
  field: Grid
  /** Photo px → document px; uniform scale. */
  subject: Affine
}

/** Uniforms, documented in outline.frag. */
export interface OutlineUniforms {
  uTarget: readonly [number, number]
  uFieldOrigin: readonly [number, number]
  uShift: readonly [number, number]
  uAlong: readonly [number, number]
  uDown: readonly [number, number]
  uStep: number
  uWidth: number
  uInk: readonly [number, number, number, number]
}

/** Converts an outline's settings and position to uniforms. `space`: of the picture; absent = sRGB. */
export function outlineUniforms(
  settings: OutlineSettings,
  { target, field, subject }: OutlineView,
  space?: ColorSpace,
): OutlineUniforms {
  const [red, green, blue] = rgbOf(settings.color, space)
  const alpha = settings.intensity / 100
  const toField = compose(scalingMatrix(field.scale), invert(subject), scalingMatrix(1 / target.scale))
  return {
    uTarget: [target.x, target.y],
    uFieldOrigin: [field.x, field.y],
    uShift: [toField.e, toField.f],
    uAlong: [toField.a, toField.b],
    uDown: [toField.c, toField.d],
    uStep: axisScales(toField).x,
    uWidth: settings.width * target.scale,
    uInk: [red * alpha, green * alpha, blue * alpha, alpha],
  }
}

/**
 * Returns the reach of an outline beyond the subject's edge, with its soft edge, document px. `width`: document px;
 * `scale`: output px per document px.
 */
export function outlineReach(width: number, scale: number): number {
  return width + 1 / scale
}

/**
 * Returns the distance up to which the subject's field must be exact for an outline of this width (document px), whole
 * texels of the field. Includes the soft edge of one output px and two texels for interpolation. Not limited to
 * MAX_RANGE.
 */
export function outlineRange(width: number, view: Pick<OutlineView, 'target' | 'field' | 'subject'>): number {
  const texels = view.field.scale / axisScales(view.subject).x
  return Math.ceil(width * texels + texels / view.target.scale) + 2
}

/**
 * `isExact`: field texels and output px coincide. Separate programs, because software GL would execute both branches.
 */
const programFor = (isExact: boolean) =>
  GlProgram.from({
    vertex: QUAD_VERTEX,
    fragment: `${PREAMBLE}${isExact ? '#define IS_EXACT\n' : ''}${fragment}`,
    name: 'outline',
  })

const isExact = ({ uAlong, uDown, uShift }: OutlineUniforms) =>
  uAlong[0] === 1 && uDown[1] === 1 && [...uShift, uAlong[1], uDown[0]].every(Number.isInteger)

const freshUniforms = () => ({
  uTarget: { value: new Float32Array(2), type: 'vec2<f32>' },
  uFieldOrigin: { value: new Float32Array(2), type: 'vec2<f32>' },
  uShift: { value: new Float32Array(2), type: 'vec2<f32>' },
  uAlong: { value: new Float32Array(2), type: 'vec2<f32>' },
  uDown: { value: new Float32Array(2), type: 'vec2<f32>' },
  uStep: { value: 1, type: 'f32' },
  uWidth: { value: 0, type: 'f32' },
  uInk: { value: new Float32Array(4), type: 'vec4<f32>' },
})

/**
 * A mesh, in document px, that paints the subject's outline from a distance field into the picture. Any width, colour
 * and intensity costs one pass.
 */
export class Outline {
  readonly mesh: Mesh<MeshGeometry, Shader>
  private readonly space: ColorSpace
  private readonly geometry = createQuad()
  private readonly shader = new Shader({
    glProgram: programFor(false),
    resources: { uField: Texture.EMPTY.source, outline: freshUniforms() },
  })

  /** `space`: colour space of the target. */
  constructor(space: ColorSpace = 'srgb') {
    this.space = space
    this.mesh = new Mesh({ geometry: this.geometry, shader: this.shader, visible: false }) // until the first field
  }

  /**
   * Shows the outline over the view's target, whose texels must be output px. `field` must have the format `integer`.
   */
  set(field: DistanceField, settings: OutlineSettings, view: OutlineView): void {
    this.mesh.visible = true
    const uniforms = outlineUniforms(settings, view, this.space)
    this.shader.glProgram = programFor(isExact(uniforms))
    const { resources } = this.shader
    resources.uField = field.source
    const group = resources.outline.uniforms
    for (const name of ['uTarget', 'uFieldOrigin', 'uShift', 'uAlong', 'uDown', 'uInk'] as const)
      group[name].set(uniforms[name])
    group.uStep = uniforms.uStep
    group.uWidth = uniforms.uWidth
    placeQuad(this.geometry, view.target, view.target.scale)
  }

  /** Hides the mesh and releases its field. */
  hide(): void {
    this.mesh.visible = false
    this.shader.resources.uField = Texture.EMPTY.source
  }

  destroy(): void {
    this.mesh.destroy()
    this.geometry.destroy(true)
    this.shader.destroy()
  }
}
