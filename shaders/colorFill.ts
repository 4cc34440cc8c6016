import type { ColorSpace } from '#client/kit/base/color-space/colorSpace.ts'
import { rgbOf } from './lib/color.ts'
import { createProgram, DOCUMENT_VERTEX, ShaderMesh } from './lib/pass.ts'
import { cornersOf } from './lib/quad.ts'

const FRAGMENT = /* glsl */ `in vec2 vDocument;
uniform vec4 uInk; // premultiplied, encoded in the working space
uniform vec4 uEnd; // the same, at the other end
uniform vec4 uRamp; // share of uEnd: increase per output px to the right and downwards, value at px 0; output px per document px
out vec4 finalColor;
void main() {
  vec2 px = floor(vDocument * uRamp.w) + 0.5;
  finalColor = mix(uInk, uEnd, clamp(dot(px, uRamp.xy) + uRamp.z, 0.0, 1.0));
}`

const createFillProgram = () => createProgram('fill', DOCUMENT_VERTEX, FRAGMENT)

const UNIFORMS = { uInk: 'vec4<f32>', uEnd: 'vec4<f32>', uRamp: 'vec4<f32>' } as const

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
export class ColorFill extends ShaderMesh<never, typeof UNIFORMS> {
  private readonly space: ColorSpace

  /** `space`: colour space of the target. */
  constructor(space: ColorSpace = 'srgb') {
    super(createFillProgram(), [], UNIFORMS)
    this.space = space
  }

  /** `size`: the canvas, document px; `scale`: output px per document px. */
  show({ color, opacity, gradient }: Ink, size: { width: number; height: number }, scale: number): void {
    const uInk = premultiplied(color, opacity, this.space)
    const uEnd = premultiplied(gradient?.color ?? color, opacity, this.space)
    const uRamp = gradient ? rampOf(gradient.angle, size, scale) : ([0, 0, 0, scale] as const)
    this.set(createFillProgram(), {}, { uInk, uEnd, uRamp })
    this.geometry.positions = cornersOf({ x: 0, y: 0, ...size })
  }
}

function premultiplied(color: string, opacity: number, space: ColorSpace): [number, number, number, number] {
  const [red, green, blue] = rgbOf(color, space)
  return [red * opacity, green * opacity, blue * opacity, opacity]
}

/** Returns the gradient line from corner to corner, as in CSS `linear-gradient`. */
function rampOf(
  angle: number,
  { width, height }: { width: number; height: number },
  scale: number,
): readonly [number, number, number, number] {
  const [sin, cos] = [Math.sin((angle * Math.PI) / 180), Math.cos((angle * Math.PI) / 180)]
  const length = width * Math.abs(sin) + height * Math.abs(cos)
  const [right, down] = [sin / length, -cos / length]
  return [right / scale, down / scale, 0.5 - (right * width + down * height) / 2, scale]
}
