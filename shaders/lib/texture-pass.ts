import { GlProgram, type RenderTexture, Texture, type TextureSource, type WebGLRenderer } from 'pixi.js'
import { PASS_VERTEX, Pass } from './pass.ts'

/** WGSL names of uniform types, which Pixi also uses for GLSL. */
export type UniformType = 'f32' | 'vec2<f32>' | 'vec3<f32>' | 'vec4<f32>'
/** A number for `f32`, one number per component for vectors. */
export type UniformValue = number | readonly number[]

/** numbers per type */
const LENGTHS = { f32: 1, 'vec2<f32>': 2, 'vec3<f32>': 3, 'vec4<f32>': 4 } as const

/** A pass that receives its textures and uniforms at each draw and keeps no reference to them. */
export class TexturePass<T extends string, U extends string> {
  private readonly pass: Pass
  private readonly textures: readonly T[]
  private readonly values: Record<string, { value: number | Float32Array; type: string; size?: number }>

  /**
   * `uniforms`: their types; a following number makes an array of that length. Forbidden names: uSize, uArea (the
   * pass's own), uColor, uRound and uTransformMatrix (Pixi's), because a program has only one uniform per name.
   */
  constructor(
    name: string,
    fragment: string,
    textures: readonly T[],
    uniforms: Record<U, UniformType | readonly [UniformType, number]>,
  ) {
    this.textures = textures
    this.values = {}
    for (const [key, declared] of Object.entries<UniformType | readonly [UniformType, number]>(uniforms)) {
      const [type, size] = typeof declared === 'string' ? [declared, 1] : declared
      const length = LENGTHS[type] * size
      this.values[key] = { value: length === 1 ? 0 : new Float32Array(length), type, ...(size > 1 ? { size } : {}) }
    }
    this.pass = new Pass(GlProgram.from({ vertex: PASS_VERTEX, fragment, name }), {
      ...Object.fromEntries(textures.map((texture) => [texture, Texture.EMPTY.source])),
      drawUniforms: this.values,
    })
  }

  /**
   * Draws over the whole target. Passes the area explicitly: without an area the pass would clear first, which integer
   * targets don't support.
   */
  draw(
    renderer: WebGLRenderer,
    target: RenderTexture,
    textures: Record<T, TextureSource>,
    uniforms: Record<U, UniformValue>,
  ): void {
    const { resources } = this.pass.shader
    for (const name of this.textures) resources[name] = textures[name]
    const group = resources.drawUniforms.uniforms
    for (const [name, value] of Object.entries<UniformValue>(uniforms)) {
      if (typeof value === 'number') group[name] = value
      else group[name].set(value)
    }
    const { pixelWidth: width, pixelHeight: height } = target.source
    this.pass.draw(renderer, target, { x: 0, y: 0, width, height })
    for (const name of this.textures) resources[name] = Texture.EMPTY.source
  }

  destroy(): void {
    this.pass.destroy()
  }
}
