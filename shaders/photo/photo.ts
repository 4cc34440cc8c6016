import { Mesh, type MeshGeometry, Shader, Texture, type TextureSource, type WebGLRenderer } from 'pixi.js'
import type { BlurredWindow } from '../blur/blur.ts'
import type { BlurRole } from '../blur/passes.ts'
import { type Box, createQuad, placeBoxes } from '../lib/quad.ts'
import type { TuneUniforms } from '../tune/steps.ts'
import { STEPS } from '../tune/steps.ts'
import { draftProgram, precompile, programFor, type Variant } from './programs.ts'
import type { PixelWindow, SubpixelGrid } from './window.ts'

/** Input of the pass. All windows must have one size and contain all texels read for the painted region. */
export interface PhotoInput {
  /** Size of the photo, photo px. */
  width: number
  height: number
  /** Disjoint parts of the photo that contain all painted px, photo px; absent = the whole photo. */
  parts?: readonly Box[]
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
  /** no dither, for measurements */
  isPlain?: boolean
}

/** Exact where output px and texels coincide. */
const samplingFor = ({ grid, photo }: PhotoInput): Variant['sampling'] =>
  grid.x === 0 && grid.y === 0 && Math.abs(grid.scale * photo.texel - 1) < 1e-9 ? 'EXACT' : 'LINEAR'

/** A mesh that reads, enhances, cuts out and paints a photo in one pass. */
export class PhotoPass {
  readonly mesh: Mesh<MeshGeometry, Shader>
  private readonly renderer: WebGLRenderer
  private readonly geometry: MeshGeometry
  private readonly shader: Shader

  constructor(renderer: WebGLRenderer) {
    this.renderer = renderer
    this.geometry = createQuad()
    const none = Texture.EMPTY.source
    this.shader = new Shader({
      glProgram: programFor(DEFAULT_VARIANT, 0),
      resources: {
        uPhoto: none,
        uMatte: none,
        uBlurred: none,
        uLow: none,
        uMask: none,
        photo: { ...freshUniforms(), ...freshTuneUniforms() },
      },
    })
    this.mesh = new Mesh({ geometry: this.geometry, shader: this.shader })
  }

  /** Sets photo, matte, enhancements and position for the next renders of the mesh. */
  set(input: PhotoInput): void {
    const variant = variantOf(input)
    const flags = input.isEraser ? 0 : input.tune.flags
    this.shader.glProgram = input.isDraft ? draftProgram(this.renderer, variant, flags) : programFor(variant, flags)
    if (flags === 0 && !input.isEraser) precompile(this.renderer, variant)
    this.bind(input)
    write(this.shader.resources.photo.uniforms, input, flags)
    writeTune(this.shader.resources.photo.uniforms, input.tune)
    placeBoxes(this.geometry, input.parts ?? [{ x: 0, y: 0, width: input.width, height: input.height }])
  }

  /** Unbinds the blurred and low-passed textures. Call it before they are destroyed. */
  unbindInputs(): void {
    const { resources } = this.shader
    resources.uBlurred = resources.uLow = Texture.EMPTY.source
  }

  destroy(): void {
    this.mesh.destroy()
    this.geometry.destroy(true)
    this.shader.destroy()
  }

  private bind({ photo, matte, blurred, low, mask, isEraser }: PhotoInput) {
    const none = Texture.EMPTY.source
    const { resources } = this.shader
    resources.uPhoto = photo.source
    resources.uMatte = matte?.source ?? none
    resources.uBlurred = (isEraser ? blurred?.weight : blurred?.color) ?? none
    resources.uLow = low?.source ?? none
    resources.uMask = mask ?? none
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

const freshUniforms = () => ({
  uPhotoOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
  uPhotoTexel: { value: 1, type: 'f32' },
  uMatteOrigin: { value: new Int32Array(2), type: 'vec2<i32>' },
  uGrid: { value: new Float32Array(3), type: 'vec3<f32>' },
  uSize: { value: new Float32Array(2), type: 'vec2<f32>' },
  uTuneFlags: { value: 0, type: 'i32' },
})

const LENGTHS = { 'vec3<f32>': 3, 'vec4<f32>': 4, 'mat3x3<f32>': 9 } as const

/** Creates the uniforms of the enhancements from the table of steps. */
const freshTuneUniforms = () =>
  Object.fromEntries(
    STEPS.flatMap(({ uniforms }) => Object.entries(uniforms)).map(([name, type]) => [
      name,
      { value: type === 'f32' ? 0 : new Float32Array(LENGTHS[type]), type },
    ]),
  )

type Uniforms = { [K in keyof ReturnType<typeof freshUniforms>]: ReturnType<typeof freshUniforms>[K]['value'] }

function write(uniforms: Uniforms, { photo, matte, grid, width, height }: PhotoInput, flags: number) {
  uniforms.uPhotoOrigin.set([photo.origin.x, photo.origin.y])
  uniforms.uPhotoTexel = photo.texel
  uniforms.uMatteOrigin.set([matte?.origin.x ?? 0, matte?.origin.y ?? 0])
  uniforms.uGrid.set([grid.x, grid.y, grid.scale])
  uniforms.uSize.set([width, height])
  uniforms.uTuneFlags = flags
}

function writeTune(uniforms: Record<string, number | Float32Array>, { values }: TuneUniforms) {
  for (const [name, value] of Object.entries(values)) {
    const held = uniforms[name]
    if (typeof value === 'number') uniforms[name] = value
    else if (held instanceof Float32Array) held.set(value)
  }
}
