import type { GlProgram, TextureSource, WebGLRenderer } from 'pixi.js'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { BlurredWindow } from '../blur/blur.ts'
import { type BlurRole, ROLES } from '../blur/passes.ts'
import color from '../lib/color.glsl?raw'
import { createProgram, DOCUMENT_VERTEX, ShaderMesh, type UniformTypes } from '../lib/pass.ts'
import { placeBoxes } from '../lib/quad.ts'
import { STEPS, TUNE_GLSL, type TuneUniforms } from '../tune/steps.ts'
import fragment from './photo.frag?raw'
import reading from './window.glsl?raw'
import type { PixelWindow, SubpixelGrid } from './window.ts'

/**
 * Input of the pass. All texture windows must have the same size and contain all texels that the painted region needs.
 */
export interface PhotoInput {
  /** Size of the photo in photo px. */
  width: number
  height: number
  /** Disjoint parts of the photo that contain all painted pixels, in photo px. By default the whole photo. */
  parts?: readonly Rect[]
  photo: PixelWindow
  hasAlpha: boolean
  role: BlurRole
  /** The subject's coverage, read only by role SUBJECT. */
  matte: PixelWindow | null
  /** The photo, blurred for this role. Null = paints the sharp photo. */
  blurred: BlurredWindow | null
  tune: TuneUniforms
  /** Low-passed luma on the photo's grid. Required for sharpness. */
  low: PixelWindow | null
  /**
   * The whole photo's tone mask: slope and intercept per texel (`toneMask`). Required for exposure, highlights and
   * shadows.
   */
  mask: TextureSource | null
  grid: SubpixelGrid
  /** If true, the pass paints only the coverage, for the blend mode that erases the pixels below. */
  isEraser: boolean
  /** True during a gesture: the generic program is used until the specialized program is compiled. */
  isDraft: boolean
  /** If true, the shader doesn't dither. Used for measurements. */
  isPlain?: boolean
}

/** Returns EXACT where output px and texels coincide, otherwise LINEAR. */
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
  // Only the blur separates the colors behind the subject. Without a blur, the background is the whole photo.
  role: input.role === 'BEHIND' && !input.blurred ? 'WHOLE' : input.role,
  hasAlpha: input.hasAlpha,
  isEraser: input.isEraser,
  isPlain: input.isPlain ?? false,
  space: input.tune.space,
})

/**
 * Variant of the photo shader. Each variant and set of enhancements has a specialized program, because branches on
 * uniforms cost 3 to 4 times as much on software GL. Until a specialized program is compiled, a generic program with
 * branches is used.
 */
export interface Variant {
  sampling: 'EXACT' | 'LINEAR'
  base: 'SHARP' | 'BLURRED'
  role: BlurRole
  hasAlpha: boolean
  /** If true, the program paints only the coverage (`PhotoInput.isEraser`). */
  isEraser: boolean
  /** If true, the shader doesn't dither. Used for measurements. */
  isPlain: boolean
  /** Color space of the photo. Without enhancements all spaces share one program. */
  space: ColorSpace
}

const CODES = { EXACT: 0, LINEAR: 1, SHARP: 0, BLURRED: 1, ...ROLES } as const

/**
 * Returns the photo's shader program for the enhancements in `flags`. If `flags` is null, returns the generic program,
 * which reads the flags from a uniform.
 */
export function programFor(variant: Variant, flags: number | null): GlProgram {
  return createProgram('photo', DOCUMENT_VERTEX, `${color}${reading}${TUNE_GLSL}${fragment}`, {
    ...CODES,
    SAMPLING: variant.sampling,
    BASE: variant.base,
    ROLE: variant.role,
    HAS_ALPHA: variant.hasAlpha,
    IS_ERASER: variant.isEraser,
    IS_PLAIN: variant.isPlain,
    DISPLAY_P3: variant.space === 'display-p3' && flags !== 0,
    TUNE_FLAGS: flags ?? false,
  })
}

/**
 * Returns the program for a draft: the generic program while the specialized program compiles in the background, then
 * the specialized program. Without background compilation, always returns the specialized program.
 */
export function draftProgram(renderer: WebGLRenderer, variant: Variant, flags: number): GlProgram {
  const special = programFor(variant, flags)
  if (flags === 0) return special
  return isCompiled(renderer, special) ? special : programFor(variant, null)
}

/** Starts compiling the generic program in the background, before the first slider needs it. */
function precompile(renderer: WebGLRenderer, variant: Variant): void {
  isCompiled(renderer, programFor(variant, null))
}

interface Compiling {
  program: WebGLProgram
  shaders: WebGLShader[]
  isDone: boolean
}
const compilingIn = memoOn((_: WebGL2RenderingContext) => new Map<GlProgram, Compiling>())

/** Starts compiling at the first call. A later compilation of the same source by Pixi hits the driver's cache. */
function isCompiled(renderer: WebGLRenderer, wanted: GlProgram): boolean {
  const { gl } = renderer
  const parallel = gl.getExtension('KHR_parallel_shader_compile')
  if (!parallel) return true
  const jobs = compilingIn(gl)
  const job = jobs.get(wanted)
  if (!job || (!job.isDone && !gl.isProgram(job.program))) {
    jobs.set(wanted, compile(gl, wanted))
    return false
  }
  if (!job.isDone && gl.getProgramParameter(job.program, parallel.COMPLETION_STATUS_KHR)) {
    for (const shader of job.shaders) gl.deleteShader(shader)
    gl.deleteProgram(job.program)
    job.isDone = true
  }
  return job.isDone
}

function compile(gl: WebGL2RenderingContext, { vertex: vertexText, fragment: fragmentText }: GlProgram): Compiling {
  const program = gl.createProgram()
  const shaders = ([gl.VERTEX_SHADER, gl.FRAGMENT_SHADER] as const).map((type, i) => {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('no shader: the context is lost')
    gl.shaderSource(shader, (i ? fragmentText : vertexText) ?? '')
    gl.compileShader(shader)
    gl.attachShader(program, shader)
    return shader
  })
  gl.linkProgram(program)
  return { program, shaders, isDone: false }
}
