/** A rectangle of one colour, exact to the last bit whatever its opacity: Pixi's own fills round it to 8 bits first. */
import { GlProgram, Mesh, type MeshGeometry, Shader } from 'pixi.js'
import { rgbOf } from '../lib/color.ts'
import { PREAMBLE } from '../lib/pass.ts'
import { cornersOf, freshQuad } from '../lib/quad.ts'
import vertex from '../photo/photo.vert?raw'

const program = () =>
  GlProgram.from({
    vertex: `#version 300 es\n${vertex}`,
    fragment: `${PREAMBLE}uniform vec4 uInk; // premultiplied, sRGB-encoded
out vec4 finalColor;
void main() {
  finalColor = uInk;
}`,
    name: 'fill',
  })

export class Fill {
  readonly mesh: Mesh<MeshGeometry, Shader>
  private readonly ink = new Float32Array(4)
  private readonly geometry = freshQuad()
  private readonly shader = new Shader({
    glProgram: program(),
    resources: { fill: { uInk: { value: this.ink, type: 'vec4<f32>' } } },
  })

  constructor() {
    this.mesh = new Mesh({ geometry: this.geometry, shader: this.shader })
  }

  /** `rect` in document px; `opacity` 0..1. */
  set(color: string, opacity: number, rect: { x: number; y: number; width: number; height: number }): void {
    const [red, green, blue] = rgbOf(color)
    this.ink.set([red * opacity, green * opacity, blue * opacity, opacity])
    this.geometry.positions = cornersOf(rect)
  }

  destroy(): void {
    this.mesh.destroy()
    this.geometry.destroy(true)
    this.shader.destroy()
  }
}
