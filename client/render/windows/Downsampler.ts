/**
 * Uploads parts of images into textures, and downsamples them. Photos become straight RGBA. Mattes become coverage in
 * the red channel.
 */
import type { RenderTexture, TEXTURE_FORMATS, TextureSource, WebGLRenderer } from 'pixi.js'
import type { Point, Rect } from '#client/kit/geometry/geometry.ts'
import { intersection, rowBands } from '#client/kit/geometry/rect.ts'
import type { ColorSpace } from '#client/kit/pixels/color-space/colorSpace.ts'
import { pixelConversion } from '#client/kit/pixels/color-space/convertPixels.ts'
import type { Asset, PatchedPhoto } from '#client/model/assets/store.ts'
import { colorSpaceOf, straightPixelsOf } from '#client/model/assets/straightAlpha.ts'
import { createTarget } from '#shaders/lib/pass.ts'
import {
  AVERAGING_DEFINES,
  type AveragingMode,
  createAreaDownsample,
  createBoxDownsample,
} from '#shaders/photo/downsample.ts'
import { bandsOf, type CachedWindow, texelSize } from './WindowCache.ts'

/** Source of a texture window: a photo, a matte, or a photo with replaced tiles. */
export type PixelAsset = Asset | PatchedPhoto

/**
 * The texels to compute. `rect`: the rectangle in texels of the whole image. `density`: texels per document px. `mean`:
 * averaging mode. `space`: color space of the texels.
 */
export interface DownsampledPart {
  density: number
  mean: AveragingMode
  space: ColorSpace
  rect: Rect
}

export class Downsampler {
  readonly #renderer: WebGLRenderer
  readonly #box = createBoxDownsample()
  readonly #area = createAreaDownsample()

  constructor(renderer: WebGLRenderer) {
    this.#renderer = renderer
  }

  /**
   * Computes a part of a mip level from the decoded pixels, and uploads these pixels in bands. The density is a power
   * of two below 1. `corner`: position of the part in `target`, texels.
   */
  fromPicture(target: RenderTexture, asset: PixelAsset, part: DownsampledPart, corner: Point): void {
    const { density, mean, space, rect } = part
    const factor = 1 / density
    const bands = bandsOf(rect, factor, asset)
    const widest = { width: Math.max(...bands.map((b) => b.width)), height: Math.max(...bands.map((b) => b.height)) }
    const band = createTarget(widest.width, widest.height, formatOf(asset))
    for (const from of bands) {
      uploadPart(this.#renderer, band.source, { x: 0, y: 0 }, asset, from, space)
      const [x, y] = [from.x / factor - rect.x + corner.x, from.y / factor - rect.y + corner.y]
      const area = { x, y, width: Math.ceil(from.width / factor), height: Math.ceil(from.height / factor) }
      const uniforms = { uBandSize: [from.width, from.height], uAreaFrom: [x, y], uFactor: factor } as const
      const options = { defines: AVERAGING_DEFINES[mean], area }
      this.#box.draw(this.#renderer, target, { uBand: band.source }, uniforms, options)
    }
    band.destroy(true)
  }

  /**
   * Computes the whole `target` from a texture window of a finer mip level. `part.density` is lower than the density of
   * `finer`.
   */
  fromWindow(target: RenderTexture, asset: PixelAsset, part: DownsampledPart, finer: CachedWindow): void {
    const whole = texelSize(asset, finer.density)
    const span = finer.density / part.density
    const uniforms = {
      uSourceOrigin: [finer.rect.x, finer.rect.y],
      uSourceSize: [whole.width, whole.height],
      uFrom: [part.rect.x, part.rect.y],
      uSpan: [span, span],
    } as const
    const options = { defines: AVERAGING_DEFINES[part.mean] }
    this.#area.draw(this.#renderer, target, { uSource: finer.texture.source }, uniforms, options)
  }

  destroy(): void {
    this.#box.destroy()
    this.#area.destroy()
  }
}

/** Returns the texture format for the texture windows of a photo or a matte. */
export const formatOf = (asset: PixelAsset): TEXTURE_FORMATS => (asset.kind === 'matte' ? 'r8unorm' : 'rgba8unorm')

/**
 * Uploads the rectangle `from` (px of the asset) to the position `to` in an RGBA or one-channel texture. Converts the
 * bytes to `space`, but neither premultiplies nor flips them. Pixel-store offsets limit the upload to the rectangle.
 */
export function uploadPart(
  renderer: WebGLRenderer,
  texture: TextureSource,
  to: Point,
  asset: Asset | PatchedPhoto,
  from: Rect,
  space: ColorSpace = 'srgb',
): void {
  const own = asset.kind === 'patched' ? asset.photo : asset
  upload(renderer, texture, to, pixelsIn(own), from)
  if (asset.kind === 'patched')
    for (const { rect, rgba } of asset.patches) {
      const part = intersection(rect, from)
      if (!part) continue
      const at = { x: to.x + part.x - from.x, y: to.y + part.y - from.y }
      const patch = { kind: 'bytes', width: rect.width, rgba } as const
      upload(renderer, texture, at, patch, { ...part, x: part.x - rect.x, y: part.y - rect.y })
    }
  const stored = own.kind === 'bitmap' ? colorSpaceOf(own.bitmap) : space
  if (stored !== space)
    convertTexels(renderer, texture, { ...to, width: from.width, height: from.height }, stored, space)
}

/**
 * Converts the colors of a rectangle in a straight-alpha texture in place. Uploads don't convert colors, because
 * browsers convert with different precision. A 2D canvas would lose colors at low alpha.
 */
function convertTexels(renderer: WebGLRenderer, texture: TextureSource, rect: Rect, from: ColorSpace, to: ColorSpace) {
  const { gl } = renderer
  const { x, y, width } = rect
  const bound: unknown = gl.getParameter(gl.FRAMEBUFFER_BINDING)
  const framebuffer = gl.createFramebuffer()
  gl.bindFramebuffer(gl.FRAMEBUFFER, framebuffer)
  gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, bindingOf(gl), 0)
  const convert = pixelConversion(from, to)
  for (const { y: row, ...band } of rowBands(rect)) {
    const rgba = new Uint8Array(4 * width * band.height)
    gl.readPixels(x, y + row, width, band.height, gl.RGBA, gl.UNSIGNED_BYTE, rgba)
    convert(rgba)
    upload(renderer, texture, { x, y: y + row }, { kind: 'bytes', width, rgba }, { ...band, y: 0 })
  }
  gl.bindFramebuffer(gl.FRAMEBUFFER, bound as WebGLFramebuffer | null)
  gl.deleteFramebuffer(framebuffer)
}

/** Returns the texture that is bound to the active texture unit. */
const bindingOf = (gl: WebGL2RenderingContext) => gl.getParameter(gl.TEXTURE_BINDING_2D) as WebGLTexture | null

interface Bytes {
  kind: 'bytes'
  width: number
  rgba: Uint8Array<ArrayBuffer>
}

/** Returns the stored straight pixels of a premultiplied bitmap. Returns any other asset itself. */
function pixelsIn(asset: Asset): Asset | Bytes {
  const rgba = asset.kind === 'bitmap' ? straightPixelsOf(asset.bitmap) : null
  return rgba ? { kind: 'bytes', width: asset.width, rgba } : asset
}

function upload(renderer: WebGLRenderer, texture: TextureSource, to: Point, asset: Asset | Bytes, from: Rect): void {
  const { gl } = renderer
  // Pixi's `bind` doesn't activate the texture's unit if the texture is already bound
  renderer.texture.unbind(texture)
  renderer.texture.bind(texture, 0)
  const isPremultiplying: unknown = gl.getParameter(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL)
  const isConverting: unknown = gl.getParameter(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL)
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, from.x)
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, from.y)
  const { x, y } = to
  const { width, height } = from
  if (asset.kind === 'bitmap')
    gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, width, height, gl.RGBA, gl.UNSIGNED_BYTE, asset.bitmap)
  else {
    const [format, bytes] = asset.kind === 'matte' ? [gl.RED, asset.coverage] : [gl.RGBA, asset.rgba]
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, asset.width)
    gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, width, height, format, gl.UNSIGNED_BYTE, bytes)
    gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0)
  }
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0)
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, Number(isConverting))
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, Boolean(isPremultiplying))
}
