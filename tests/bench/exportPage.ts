/** The page of the export benchmark. Exports a photo with the same shader by toBlob and by the product's exporter. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { startReadback } from '#client/kit/pixels/readback.ts'
import { encodePng } from '#client/media/exporter/formats/png/encodePng.ts'
import type { PixelSource } from '#client/media/exporter/pixelSource.ts'
import type { StripSetup } from '#client/media/exporter/strips/createStripEncoder.ts'
import { StripEncoders } from '#client/media/exporter/strips/encodeInStrips.ts'
import { photoOf, sizeOf } from './gpu/photo.ts'

export type Method = 'ours' | 'toBlob'
export interface Exported {
  ms: number
  bytes: number
}

const VERTEX = `#version 300 es
void main() { gl_Position = vec4(vec2(gl_VertexID & 1, gl_VertexID >> 1) * 4.0 - 1.0, 0, 1); }`
/** Adds contrast, because the export must render the photo, not copy it. */
const FRAGMENT = `#version 300 es
precision highp float;
uniform sampler2D uPhoto;
uniform vec2 uOrigin; // position of the target's first pixel in photo px
uniform float uFlipHeight; // target height if the lowest row comes first, else 0
out vec4 outColor;
void main() {
  vec2 at = floor(gl_FragCoord.xy);
  if (uFlipHeight > 0.0) at.y = uFlipHeight - 1.0 - at.y;
  vec3 color = texelFetch(uPhoto, ivec2(at + uOrigin), 0).rgb;
  outColor = vec4(clamp((color - 0.5) * 1.06 + 0.5, 0.0, 1.0), 1);
}`

interface Stage {
  gl: WebGL2RenderingContext
  canvas: HTMLCanvasElement
  size: Size
  draw(origin: { x: number; y: number }, target: Size, isCanvas: boolean): void
}
let stage: Stage | null = null

/**
 * Uploads the photo to the GPU before the measurement. `photo`: URL, or null for a collage of the samples. @throws
 * Error without WebGL 2
 */
export async function load(method: Method, megapixels: number, photo: string | null): Promise<void> {
  const size = sizeOf(megapixels)
  const canvas = document.createElement('canvas')
  // toBlob needs a canvas with the size of the image
  Object.assign(canvas, method === 'toBlob' ? size : { width: 1, height: 1 })
  const gl = canvas.getContext('webgl2', { alpha: false, antialias: false, depth: false, preserveDrawingBuffer: true })
  if (!gl) throw new Error('no WebGL2')
  const source = await photoOf(size, photo)
  gl.bindTexture(gl.TEXTURE_2D, gl.createTexture())
  gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA8, size.width, size.height)
  gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, 0, gl.RGBA, gl.UNSIGNED_BYTE, source)
  source.close()
  settle(gl)
  stage = { gl, canvas, size, draw: createDraw(gl) }
}

/** Waits for the upload, which must not be measured. */
function settle(gl: WebGL2RenderingContext) {
  const framebuffer = gl.createFramebuffer()
  const photo = gl.getParameter(gl.TEXTURE_BINDING_2D) as WebGLTexture
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, photo, 0)
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4))
  gl.bindFramebuffer(gl.FRAMEBUFFER, null)
  gl.deleteFramebuffer(framebuffer)
}

/** Exports the photo. @throws Error if `load` wasn't called, or if `toBlob` fails */
export async function run(method: Method): Promise<Exported> {
  if (!stage) throw new Error('nothing loaded')
  const start = performance.now()
  const blob = method === 'ours' ? await ours(stage) : await toBlob(stage)
  return { ms: performance.now() - start, bytes: blob.size }
}

async function toBlob({ canvas, size, draw }: Stage): Promise<Blob> {
  draw({ x: 0, y: 0 }, size, true)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!blob) throw new Error('toBlob gave nothing')
  return blob
}

async function ours({ gl, size, draw }: Stage): Promise<Blob> {
  const target = gl.createTexture()
  const photo = gl.getParameter(gl.TEXTURE_BINDING_2D) as WebGLTexture
  const framebuffer = gl.createFramebuffer()
  let allocated: Size | null = null
  const source: PixelSource = {
    size,
    opaque: true,
    maxSide: gl.getParameter(gl.MAX_TEXTURE_SIZE) as number,
    async paint(region, into = new Uint8Array(4 * region.width * region.height)) {
      gl.bindTexture(gl.TEXTURE_2D, target)
      if (allocated?.width !== region.width || allocated.height !== region.height)
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, region.width, region.height, 0, gl.RGBA, gl.UNSIGNED_BYTE, null)
      allocated = region
      gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
      gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, target, 0)
      gl.bindTexture(gl.TEXTURE_2D, photo)
      draw(region, region, false)
      await startReadback(gl, region).read(into)
      return into
    },
  }
  const exported = await encodePng(source, { signal: new AbortController().signal }, startEncoders)
  gl.deleteTexture(target)
  gl.deleteFramebuffer(framebuffer)
  if (!exported.ok) throw new Error(exported.error)
  return exported.value
}

const startEncoders = (setup: StripSetup, strips: number) =>
  new StripEncoders(setup, strips, () => new Worker('/bench-thread.js', { type: 'module' }))

function createDraw(gl: WebGL2RenderingContext): Stage['draw'] {
  const program = gl.createProgram()
  for (const [type, source] of [
    [gl.VERTEX_SHADER, VERTEX],
    [gl.FRAGMENT_SHADER, FRAGMENT],
  ] as const) {
    const shader = gl.createShader(type)
    if (!shader) throw new Error('no shader')
    gl.shaderSource(shader, source)
    gl.compileShader(shader)
    gl.attachShader(program, shader)
  }
  gl.linkProgram(program)
  if (!gl.getProgramParameter(program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(program) ?? 'link')
  const origin = gl.getUniformLocation(program, 'uOrigin')
  const flipHeight = gl.getUniformLocation(program, 'uFlipHeight')
  return (at, target, isCanvas) => {
    if (isCanvas) gl.bindFramebuffer(gl.FRAMEBUFFER, null)
    gl.useProgram(program)
    gl.viewport(0, 0, target.width, target.height)
    gl.uniform2f(origin, at.x, at.y)
    gl.uniform1f(flipHeight, isCanvas ? target.height : 0)
    gl.drawArrays(gl.TRIANGLES, 0, 3)
  }
}
