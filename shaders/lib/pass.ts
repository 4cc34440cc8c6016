/**
 * Shader programs with their textures and uniforms: passes from texture to texture, and meshes in a scene. Texel (0, 0)
 * is the image's top left, as in all of Pixi's textures.
 */

import {
  Container,
  GlProgram,
  Matrix,
  Mesh,
  type MeshGeometry,
  RenderTexture,
  Shader,
  type TEXTURE_FORMATS,
  Texture,
  TextureSource,
  type WebGLRenderer,
} from 'pixi.js'
import type { Point, Rect, Size } from '#client/kit/geometry/geometry.ts'
import { cornersOf, createQuad } from './quad.ts'

/**
 * First lines of every fragment shader. Without them Pixi inserts lowp samplers, which reduce the precision of float
 * textures.
 */
const PREAMBLE = `#version 300 es
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp isampler2D;
precision highp usampler2D;
`

/**
 * Vertex shader of all passes. `vTexel`: the target's texel coordinates. The center of texel (i, j) is (i + 0.5, j +
 * 0.5).
 */
export const PASS_VERTEX = `#version 300 es
in vec2 aPosition;
uniform vec4 uArea;  // target texels: x, y, width, height
uniform vec2 uSize;  // target texels
out vec2 vTexel;
void main() {
  vTexel = uArea.xy + aPosition * uArea.zw;
  gl_Position = vec4(vTexel / uSize * 2.0 - 1.0, 0.0, 1.0);
}`

const TO_CLIP = `#version 300 es
in vec2 aPosition; // document px
uniform mat3 uProjectionMatrix;
uniform mat3 uWorldTransformMatrix;
uniform mat3 uTransformMatrix;
vec4 clipAt(vec2 at) {
  return vec4((uProjectionMatrix * uWorldTransformMatrix * uTransformMatrix * vec3(at, 1.0)).xy, 0.0, 1.0);
}`

/** Vertex shader of meshes in document px. `vDocument`: document px. */
export const DOCUMENT_VERTEX = `${TO_CLIP}
out vec2 vDocument;
void main() {
  gl_Position = clipAt(aPosition);
  vDocument = aPosition;
}`

/** Vertex shader of quads placed by `placeQuad`. `vTexel`: the target's own texels. */
export const QUAD_VERTEX = `${TO_CLIP}
in vec2 aUV;
out vec2 vTexel;
void main() {
  gl_Position = clipAt(aPosition);
  vTexel = aUV;
}`

/** Definitions of a program by name: a value, or true for a name without a value. False leaves the name undefined. */
export type Defines = Readonly<Record<string, string | number | boolean>>

/** Returns a program, compiled once per source and definitions. */
export function createProgram(name: string, vertex: string, fragment: string, defines: Defines = {}): GlProgram {
  const lines = Object.entries(defines).map(
    ([key, value]) => value !== false && `#define ${key} ${value === true ? '' : value}\n`,
  )
  return GlProgram.from({ vertex, fragment: `${PREAMBLE}${lines.filter(Boolean).join('')}${fragment}`, name })
}

/**
 * Creates a render target for passes with nearest filtering. Sizes are in texels. The caller destroys the target. Pixi
 * doesn't garbage-collect the target, because its pixels exist nowhere else.
 */
export function createTarget(width: number, height: number, format: TEXTURE_FORMATS): RenderTexture {
  const source = new TextureSource({
    width,
    height,
    format,
    scaleMode: 'nearest',
    addressMode: 'clamp-to-edge',
    autoGenerateMipmaps: false,
    autoGarbageCollect: false,
    alphaMode: 'premultiplied-alpha',
  })
  return new RenderTexture({ source })
}

/** Returns `held` if it has the required size (texels). Otherwise destroys `held` and creates another target. */
export function fitTarget(held: RenderTexture | null, size: Size, format: TEXTURE_FORMATS): RenderTexture {
  if (held?.width === size.width && held.height === size.height) return held
  held?.destroy(true)
  return createTarget(size.width, size.height, format)
}

/**
 * Renders a container (document px) over the whole target, whose first texel is the px (`x`, `y`) of a grid. `scale`:
 * px per document px. `origin`: document point of the grid's px (0, 0). `clear`: makes the target transparent first.
 */
export function renderPart(
  renderer: WebGLRenderer,
  container: Container,
  target: RenderTexture,
  { x, y }: Point,
  { scale, origin = { x: 0, y: 0 }, clear = true }: { scale: number; origin?: Point; clear?: boolean },
): void {
  const transform = new Matrix(scale, 0, 0, scale, -origin.x * scale - x, -origin.y * scale - y)
  renderer.render({ container, target, clear, clearColor: [0, 0, 0, 0], transform })
}

/** Returns the RGBA bytes of a texture, first row first. Blocks until the GPU has painted the texture. */
export function readTexels(renderer: WebGLRenderer, source: TextureSource): Uint8Array<ArrayBuffer> {
  const { gl } = renderer
  const { pixelWidth: width, pixelHeight: height } = source
  const bytes = new Uint8Array(4 * width * height)
  renderer.renderTarget.bind({ target: source, clear: false })
  gl.readPixels(0, 0, width, height, gl.RGBA, gl.UNSIGNED_BYTE, bytes)
  return bytes
}

/**
 * Returns the format for premultiplied colors that are later divided by alpha: half floats where supported, because 8
 * bits are too coarse.
 */
export const preciseFormat = ({ context }: WebGLRenderer): 'rgba16float' | 'rgba8unorm' =>
  context.extensions.colorBufferFloat ? 'rgba16float' : 'rgba8unorm'

/** Returns the maximum side of a texture, in texels. */
export const maxTextureSide = ({ gl }: Pick<WebGLRenderer, 'gl'>): number => gl.getParameter(gl.MAX_TEXTURE_SIZE)

/** WGSL names of uniform types, which Pixi also uses for GLSL. Matrices are column-major. */
type UniformType = 'f32' | 'i32' | `vec${2 | 3 | 4}<f32>` | 'vec2<i32>' | 'mat3x3<f32>'

/**
 * Types of a program's uniforms by name. A following number makes an array of that length. Because a program has one
 * uniform per name, these names are forbidden: uSize and uArea (used by `Pass`), uColor, uRound and uTransformMatrix
 * (used by Pixi).
 */
export type UniformTypes = Readonly<Record<string, UniformType | readonly [UniformType, number]>>

type ValueOf<T> = T extends 'f32' | 'i32'
  ? number
  : T extends `vec2${string}`
    ? readonly [number, number]
    : T extends `vec3${string}`
      ? readonly [number, number, number]
      : T extends `vec4${string}`
        ? readonly [number, number, number, number]
        : readonly number[]

/** Values of uniforms by name, one number per component. */
export type UniformValues<U extends UniformTypes> = { readonly [K in keyof U]: ValueOf<U[K]> }

/** Textures by their names in the shader. Null = no texture. */
type Textures<T extends string> = Readonly<Record<T, TextureSource | null>>

/** A mesh of quads with textures and uniforms. The mesh is hidden until `set` is called. */
export class ShaderMesh<T extends string, const U extends UniformTypes> {
  readonly geometry: MeshGeometry = createQuad()
  readonly mesh: Mesh<MeshGeometry, Shader>
  private readonly shader: Shader
  private readonly textures: readonly T[]

  constructor(program: GlProgram, textures: readonly T[], uniforms: U) {
    this.textures = textures
    const declared = Object.entries(uniforms).map(([name, type]) => {
      const [single, size] = typeof type === 'string' ? [type, 1] : type
      return [name, { value: null, type: single, size }]
    })
    this.shader = new Shader({
      glProgram: program,
      resources: {
        ...Object.fromEntries(textures.map((texture) => [texture, Texture.EMPTY.source])),
        uniforms: Object.fromEntries(declared),
      },
    })
    this.mesh = new Mesh({ geometry: this.geometry, shader: this.shader, visible: false })
  }

  /** Sets program, textures and uniforms for the next renders. Absent textures and uniforms don't change. */
  set(program: GlProgram, textures: Partial<Textures<T>>, uniforms: Partial<UniformValues<U>>): void {
    const { resources } = this.shader
    this.mesh.visible = true
    this.shader.glProgram = program
    for (const name of this.textures)
      if (textures[name] !== undefined) resources[name] = textures[name] ?? Texture.EMPTY.source
    Object.assign(resources.uniforms.uniforms, uniforms)
  }

  /** Releases textures. They may then be destroyed before the next render. */
  release(textures: readonly T[] = this.textures): void {
    for (const name of textures) this.shader.resources[name] = Texture.EMPTY.source
  }

  /** Hides the mesh and releases its textures. */
  hide(): void {
    this.mesh.visible = false
    this.release()
  }

  destroy(): void {
    this.mesh.destroy()
    this.geometry.destroy(true)
    this.shader.destroy()
  }
}

/** Types of the uniforms of `PASS_VERTEX`. */
export const PASS_UNIFORMS = { uArea: 'vec4<f32>', uSize: 'vec2<f32>' } as const

/** A pass from texture to texture: draws one quad over the target, then releases its textures. */
export class Pass<T extends string, const U extends UniformTypes> {
  private readonly quad: ShaderMesh<T, U & typeof PASS_UNIFORMS>
  private readonly root: Container
  private readonly programOf: (defines: Defines) => GlProgram

  constructor(name: string, fragment: string, textures: readonly T[], uniforms: U) {
    this.programOf = (defines) => createProgram(name, PASS_VERTEX, fragment, defines)
    this.quad = new ShaderMesh(this.programOf({}), textures, { ...uniforms, ...PASS_UNIFORMS })
    this.quad.geometry.positions = cornersOf({ x: 0, y: 0, width: 1, height: 1 })
    this.quad.mesh.state.blend = false
    this.root = new Container({ children: [this.quad.mesh] })
  }

  /**
   * Draws over the whole target, or only over `area` (target texels). Never clears the target first, because Pixi can't
   * clear integer targets.
   */
  draw(
    renderer: WebGLRenderer,
    target: RenderTexture,
    textures: Textures<T>,
    uniforms: UniformValues<U>,
    { defines = {}, area }: { defines?: Defines; area?: Rect } = {},
  ): void {
    const { pixelWidth, pixelHeight } = target.source
    const { x, y, width, height } = area ?? { x: 0, y: 0, width: pixelWidth, height: pixelHeight }
    const position = { uArea: [x, y, width, height], uSize: [pixelWidth, pixelHeight] }
    this.quad.set(this.programOf(defines), textures, { ...uniforms, ...position } as Partial<
      UniformValues<U & typeof PASS_UNIFORMS>
    >)
    renderer.render({ container: this.root, target, clear: false })
    this.quad.release()
  }

  destroy(): void {
    this.root.destroy()
    this.quad.destroy()
  }
}
