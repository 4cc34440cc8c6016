import type { TextureSource, WebGLRenderer } from 'pixi.js'
import type { Rect } from '#client/kit/base/geometry.ts'
import type { BlurredWindow } from '../blur/blur.ts'
import type { BlurRole } from '../blur/passes.ts'
import { ShaderMesh, type UniformTypes } from '../lib/pass.ts'
import { placeBoxes } from '../lib/quad.ts'
import { STEPS, type TuneUniforms } from '../tune/steps.ts'
import { draftProgram, precompile, programFor, type Variant } from './programs.ts'
import type { PixelWindow, SubpixelGrid } from './window.ts'

/** Input of the pass. All windows must have one size and contain all texels read for the painted region. */
export interface PhotoInput {
  /** Size of the photo, photo px. */
  width: number
  height: number
  /** Disjoint parts of the photo that contain all painted px, photo px; absent = the whole photo. */
  parts?: readonly Rect[]
  photo: PixelWindow
  hasAlpha: boolean
  role: BlurRole
  /** the subject's coverage, read only by role SUBJECT */
  matte: PixelWindow | null
  /** photo blurred for this role; null = sharp */
  blurred: BlurredWindow | null
  tune: TuneUniforms
  /** low-passed luma on the photo's grid, required for sharpness */
  low: PixelWindow | null
  /** slope and intercept of the tone base over the whole photo, required for exposure, highlights and shadows */
  mask: TextureSource | null
  grid: SubpixelGrid
  /** Paints only the coverage, for the blend mode that erases the pixels below. */
  isEraser: boolean
  /** During a gesture the generic program is used until the specialized one is compiled. */
  isDraft: boolean
  /** True: doesn't dither. For measurements. */
  isPlain?: boolean
}

/** Exact where output px and texels coincide. */
const samplingFor = ({ grid, photo }: PhotoInput): Variant['sampling'] =>
  grid.x === 0 && grid.y === 0 && Math.abs(grid.scale * photo.texel - 1) < 1e-9 ? 'EXACT' : 'LINEAR'

const UNIFORMS = {
  uPhotoOrigin: 'vec2<i32>',
  uPhotoTexel: 'f32',
  uMatteOrigin: 'vec2<i32>',
  uGrid: 'vec3<f32>',
  uSize: 'vec2<f32>',
  uTuneFlags: 'i32',
  ...Object.assign({}, ...STEPS.map(({ uniforms }) => uniforms)),
} satisfies UniformTypes

/** A mesh that reads, enhances, cuts out and paints a photo in one pass. */
export class PhotoPass extends ShaderMesh<'uPhoto' | 'uMatte' | 'uBlurred' | 'uLow' | 'uMask', UniformTypes> {
  private readonly renderer: WebGLRenderer

  constructor(renderer: WebGLRenderer) {
    super(programFor(DEFAULT_VARIANT, 0), ['uPhoto', 'uMatte', 'uBlurred', 'uLow', 'uMask'], UNIFORMS)
    this.renderer = renderer
  }

  /** Shows photo, matte, enhancements and position in the next renders of the mesh. */
  show(input: PhotoInput): void {
    const { photo, matte, blurred, low, mask, isEraser, grid, width, height, tune } = input
    const variant = variantOf(input)
    const flags = isEraser ? 0 : tune.flags
    const program = input.isDraft ? draftProgram(this.renderer, variant, flags) : programFor(variant, flags)
    if (flags === 0 && !isEraser) precompile(this.renderer, variant)
    const textures = {
      uPhoto: photo.source,
      uMatte: matte?.source ?? null,
      uBlurred: (isEraser ? blurred?.weight : blurred?.color) ?? null,
      uLow: low?.source ?? null,
      uMask: mask,
    }
    this.set(program, textures, {
      uPhotoOrigin: [photo.origin.x, photo.origin.y],
      uPhotoTexel: photo.texel,
      uMatteOrigin: [matte?.origin.x ?? 0, matte?.origin.y ?? 0],
      uGrid: [grid.x, grid.y, grid.scale],
      uSize: [width, height],
      uTuneFlags: flags,
      ...tune.values,
    })
    placeBoxes(this.geometry, input.parts ?? [{ x: 0, y: 0, width, height }])
  }

  /** Releases the blurred and low-passed textures. Call it before they are destroyed. */
  releaseInputs(): void {
    this.release(['uBlurred', 'uLow'])
  }
}

const DEFAULT_VARIANT: Variant = {
  sampling: 'LINEAR',
  base: 'SHARP',
  role: 'WHOLE',
  hasAlpha: false,
  isEraser: false,
  isPlain: false,
  space: 'srgb',
}

const variantOf = (input: PhotoInput): Variant => ({
  sampling: samplingFor(input),
  base: input.blurred ? 'BLURRED' : 'SHARP',
  // Only the blur separates the colours behind the subject. A sharp background is the whole photo.
  role: input.role === 'BEHIND' && !input.blurred ? 'WHOLE' : input.role,
  hasAlpha: input.hasAlpha,
  isEraser: input.isEraser,
  isPlain: input.isPlain ?? false,
  space: input.tune.space,
})
