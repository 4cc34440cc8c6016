import { GlProgram, Mesh, type MeshGeometry, Shader } from 'pixi.js'
import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { rgbOf } from './lib/color.ts'
import { DOCUMENT_VERTEX, PREAMBLE } from './lib/pass.ts'
import { cornersOf, createQuad } from './lib/quad.ts'

const program = () =>
  GlProgram.from({
    vertex: DOCUMENT_VERTEX,
    fragment: `${PREAMBLE}in vec2 vDocument;
uniform vec4 uInk; // premultiplied, encoded in the working space
uniform vec4 uEnd; // the same, at the other end
uniform vec4 uRamp; // how far along it is: per output px to the right, per px downwards, at px 0; output px per document px
out vec4 finalColor;
void main() {
  vec2 px = floor(vDocument * uRamp.w) + 0.5;
  finalColor = mix(uInk, uEnd, clamp(dot(px, uRamp.xy) + uRamp.z, 0.0, 1.0));
}`,
    name: 'fill',
  })

interface Ink {
  color: string
  /** 0..1. */
  opacity: number
  /** Second colour, and its direction `angle` (degrees, clockwise from up). */
  gradient?: { readonly color: string; readonly angle: number }
}

/**
 * Paints the canvas in one colour or a linear gradient, exact at any opacity (Pixi's fills round the opacity to 8
 * bits). A gradient is computed from document coordinates, so strips are byte-equal to the whole.
 */
export class ColorFill {
  readonly mesh: Mesh<MeshGeometry, Shader>
  private readonly space: ColorSpace
  private readonly ink = new Float32Array(4)
  private readonly end = new Float32Array(4)
  private readonly ramp = new Float32Array(4)
  private readonly geometry = createQuad()
  private readonly shader = new Shader({
    glProgram: program(),
    resources: {
      fill: {
        uInk: { value: this.ink, type: 'vec4<f32>' },
        uEnd: { value: this.end, type: 'vec4<f32>' },
        uRamp: { value: this.ramp, type: 'vec4<f32>' },
      },
    },
  })

  /** `space`: colour space of the target. */
  constructor(space: ColorSpace = 'srgb') {
    this.space = space
    this.mesh = new Mesh({ geometry: this.geometry, shader: this.shader })
  }

  /** `size`: the canvas, document px; `scale`: output px per document px. */
  set({ color, opacity, gradient }: Ink, size: { width: number; height: number }, scale: number): void {
    this.ink.set(premultiplied(color, opacity, this.space))
    this.end.set(premultiplied(gradient?.color ?? color, opacity, this.space))
    this.ramp.set(gradient ? rampOf(gradient.angle, size, scale) : [0, 0, 0, scale])
    this.geometry.positions = cornersOf({ x: 0, y: 0, ...size })
  }

  destroy(): void {
    this.mesh.destroy()
    this.geometry.destroy(true)
    this.shader.destroy()
  }
}

function premultiplied(color: string, opacity: number, space: ColorSpace): [number, number, number, number] {
  const [red, green, blue] = rgbOf(color, space)
  return [red * opacity, green * opacity, blue * opacity, opacity]
}

/** Returns the gradient line from corner to corner, as in CSS `linear-gradient`. */
function rampOf(angle: number, { width, height }: { width: number; height: number }, scale: number) {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const length = width * Math.abs(sin) + height * Math.abs(cos)
  const [right, down] = [sin / length, -cos / length]
  return [right / scale, down / scale, 0.5 - (right * width + down * height) / 2, scale]
}
