/**
 * Passes from texture to texture: one quad over the target (or a part of it), without scene and projection. Texel (0,
 * 0) is the picture's top left, as in all of Pixi's textures.
 */
import {
  Container,
  type GlProgram,
  Mesh,
  type MeshGeometry,
  RenderTexture,
  Shader,
  type TEXTURE_FORMATS,
  type Texture,
  TextureSource,
  type WebGLRenderer,
} from 'pixi.js'
import { cornersOf, createQuad } from './quad.ts'

/**
 * First lines of every fragment shader. Without them Pixi inserts lowp samplers, which reduce the precision of float
 * textures.
 */
export const PREAMBLE = '#version 300 es\nprecision highp float;\nprecision highp int;\nprecision highp sampler2D;\n'

/**
 * Vertex shader of all passes. `vTexel`: the target's texel coordinates; the centre of texel (i, j) is (i + 0.5, j +
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

/** `vDocument`: document px */
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

/**
 * Creates a render target for passes: sizes in texels, nearest filtering, destroyed by the caller. Pixi doesn't
 * garbage-collect it, because its pixels exist nowhere else.
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

/** textures and uniform groups by their names in the shader */
export type Resources = Record<string, TextureSource | Record<string, { value: unknown; type: string; size?: number }>>

/** A pass from texture to texture: draws one quad over the target. Texel (0, 0) is the picture's top left. */
export class Pass {
  readonly shader: Shader
  private readonly area = new Float32Array(4)
  private readonly size = new Float32Array(2)
  private readonly geometry: MeshGeometry
  private readonly root = new Container()

  constructor(program: GlProgram, resources: Resources) {
    this.shader = new Shader({
      glProgram: program,
      resources: {
        ...resources,
        passUniforms: {
          uArea: { value: this.area, type: 'vec4<f32>' },
          uSize: { value: this.size, type: 'vec2<f32>' },
        },
      },
    })
    this.geometry = createQuad()
    this.geometry.positions = cornersOf({ x: 0, y: 0, width: 1, height: 1 })
    const mesh = new Mesh({ geometry: this.geometry, shader: this.shader })
    mesh.state.blend = false
    this.root.addChild(mesh)
  }

  /** Draws over the whole target, or only over `area` (target texels). */
  draw(renderer: WebGLRenderer, target: Texture, area?: { x: number; y: number; width: number; height: number }): void {
    const { pixelWidth, pixelHeight } = target.source
    const { x, y, width, height } = area ?? { x: 0, y: 0, width: pixelWidth, height: pixelHeight }
    this.area.set([x, y, width, height])
    this.size.set([pixelWidth, pixelHeight])
    renderer.render({ container: this.root, target, clear: !area, clearColor: [0, 0, 0, 0] })
  }

  destroy(): void {
    this.root.destroy({ children: true })
    this.geometry.destroy(true)
    this.shader.destroy()
  }
}

/** Passes of one program, compiled once per set of `#define` lines. */
export class PassVariants {
  private readonly passes = new Map<string, Pass>()
  private readonly create: (defines: string) => Pass

  constructor(create: (defines: string) => Pass) {
    this.create = create
  }

  get(defines: string): Pass {
    const pass = this.passes.get(defines) ?? this.create(defines)
    this.passes.set(defines, pass)
    return pass
  }

  destroy(): void {
    for (const pass of this.passes.values()) pass.destroy()
  }
}
