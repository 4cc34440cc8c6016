import { Geometry, GlProgram, Mesh, Shader, State, type Texture, type TextureSource } from 'pixi.js'
import type { Rect } from '#client/kit/base/geometry.ts'

/** A mesh that copies a texture to a render target of the same size, texel to px. */
export class Copy {
  readonly mesh: Mesh<Geometry, Shader>

  /** `parts`: disjoint rectangles to copy, px. `replaces`: overwrite the target instead of blending. */
  constructor(texture: Texture, parts: readonly Rect[], { replaces }: { replaces: boolean }) {
    const geometry = new Geometry({
      attributes: { aPosition: parts.flatMap((part) => cornersOf(part, texture.source)) },
      indexBuffer: parts.flatMap((_, i) => [0, 1, 2, 0, 2, 3].map((corner) => 4 * i + corner)),
    })
    const shader = new Shader({
      glProgram: GlProgram.from({ vertex, fragment, name: 'copy' }),
      resources: { uTexture: texture.source },
    })
    const state = State.for2d()
    state.blend = !replaces
    this.mesh = new Mesh({ geometry, shader, state })
  }

  destroy(): void {
    const { geometry, shader } = this.mesh
    this.mesh.destroy()
    shader?.destroy()
    geometry.destroy(true)
  }
}

/** Returns the corners of a part in clip space. A texture's first row is at -1. */
function cornersOf({ x, y, width, height }: Rect, { pixelWidth, pixelHeight }: TextureSource): number[] {
  const [left, right] = [x, x + width].map((px) => (px / pixelWidth) * 2 - 1) as [number, number]
  const [top, bottom] = [y, y + height].map((px) => (px / pixelHeight) * 2 - 1) as [number, number]
  return [left, top, right, top, right, bottom, left, bottom]
}

const fragment = /* glsl */ `#version 300 es
// A texture over a target of its size, texel on px, as it is. In and out: premultiplied, encoded in any space. Reach 0. A copy
// row by row, so gl_FragCoord is the texel and no picture depends on it. Twin: none, it computes nothing.
precision highp float;

uniform sampler2D uTexture;
out vec4 finalColor;

void main() {
  finalColor = texelFetch(uTexture, ivec2(gl_FragCoord.xy), 0);
}
`

const vertex = /* glsl */ `#version 300 es
in vec2 aPosition;

void main() {
  gl_Position = vec4(aPosition, 0.0, 1.0);
}
`
