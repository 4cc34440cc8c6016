import type { Texture } from 'pixi.js'
import type { Rect } from '#client/kit/geometry/geometry.ts'
import { createProgram, PASS_UNIFORMS, PASS_VERTEX, ShaderMesh } from './lib/pass.ts'
import { placeBoxes } from './lib/quad.ts'

/** Fragment shader that copies a texture texel by texel. */
export const COPY_FRAGMENT = /* glsl */ `
// Copies a texture texel by texel. In and out: any encoding. Reach: 0. Reference: none.

in vec2 vTexel;
out vec4 finalColor;

uniform sampler2D uSource;

void main() {
  finalColor = texelFetch(uSource, ivec2(floor(vTexel)), 0);
}
`

/** A mesh that copies a texture to a render target of the same size, texel to px. */
export class Copy extends ShaderMesh<'uSource', typeof PASS_UNIFORMS> {
  /** `parts`: disjoint rectangles to copy, px. `replaces`: overwrite the target instead of blending. */
  constructor({ source }: Texture, parts: readonly Rect[], { replaces }: { replaces: boolean }) {
    const program = createProgram('copy', PASS_VERTEX, COPY_FRAGMENT)
    super(program, ['uSource'], PASS_UNIFORMS)
    const size = [source.pixelWidth, source.pixelHeight] as const
    this.set(program, { uSource: source }, { uArea: [0, 0, 1, 1], uSize: size })
    this.mesh.state.blend = !replaces
    placeBoxes(this.geometry, parts)
  }
}
