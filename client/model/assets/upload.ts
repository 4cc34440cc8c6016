import type { TextureSource, WebGLRenderer } from 'pixi.js'
import type { Point, Rect } from '../../kit/base/geometry.ts'
import { intersection } from '../../kit/base/rect.ts'
import { colorSpaceOf } from './bitmapColorSpace.ts'
import type { Asset, PatchedPhoto } from './store.ts'
import { straightPixelsOf } from './straightAlpha.ts'

/**
 * Uploads the rectangle `from` (px of the asset) to `to` in an RGBA or one-channel texture. The bytes are not changed: no
 * premultiplication or flip, and no conversion of colours, except of bitmaps in sRGB while `gl.unpackColorSpace` is another
 * space. Pixel-store offsets select the rectangle, so nothing else is uploaded.
 */
export function uploadPart(
  renderer: WebGLRenderer,
  texture: TextureSource,
  to: Point,
  asset: Asset | PatchedPhoto,
  from: Rect,
): void {
  upload(renderer, texture, to, pixelsIn(asset.kind === 'patched' ? asset.photo : asset), from)
  if (asset.kind !== 'patched') return
  for (const { rect, rgba } of asset.patches) {
    const part = intersection(rect, from)
    if (!part) continue
    const at = { x: to.x + part.x - from.x, y: to.y + part.y - from.y }
    const own = { kind: 'bytes', width: rect.width, rgba } as const
    upload(renderer, texture, at, own, { ...part, x: part.x - rect.x, y: part.y - rect.y })
  }
}

interface Bytes {
  kind: 'bytes'
  width: number
  rgba: Uint8Array<ArrayBuffer>
}

/** The stored straight pixels of a premultiplied bitmap; else the asset itself. */
function pixelsIn(asset: Asset): Asset | Bytes {
  const rgba = asset.kind === 'bitmap' ? straightPixelsOf(asset.bitmap) : null
  return rgba ? { kind: 'bytes', width: asset.width, rgba } : asset
}

function upload(renderer: WebGLRenderer, texture: TextureSource, to: Point, asset: Asset | Bytes, from: Rect): void {
  const { gl } = renderer
  // Pixi's bind does not change the active unit if the texture is bound already, so unbind it first.
  renderer.texture.unbind(texture)
  renderer.texture.bind(texture, 0)
  const isPremultiplying: unknown = gl.getParameter(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL)
  const isConverting: unknown = gl.getParameter(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL)
  // A bitmap is labelled sRGB whatever its values are: with 'srgb' the engine keeps them.
  const space = gl.unpackColorSpace
  const isInSpace = asset.kind !== 'bitmap' || colorSpaceOf(asset.bitmap) === space
  if (isInSpace && space === 'display-p3') gl.unpackColorSpace = 'srgb'
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, false)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, gl.NONE)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 1)
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, from.x)
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, from.y)
  const { x, y } = to
  const { width, height } = from
  switch (asset.kind) {
    case 'bitmap':
      gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, width, height, gl.RGBA, gl.UNSIGNED_BYTE, asset.bitmap)
      break
    case 'matte':
      gl.pixelStorei(gl.UNPACK_ROW_LENGTH, asset.width)
      gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, width, height, gl.RED, gl.UNSIGNED_BYTE, asset.coverage)
      gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0)
      break
    case 'bytes':
      gl.pixelStorei(gl.UNPACK_ROW_LENGTH, asset.width)
      gl.texSubImage2D(gl.TEXTURE_2D, 0, x, y, width, height, gl.RGBA, gl.UNSIGNED_BYTE, asset.rgba)
      gl.pixelStorei(gl.UNPACK_ROW_LENGTH, 0)
      break
  }
  if (isInSpace && space === 'display-p3') gl.unpackColorSpace = space
  gl.pixelStorei(gl.UNPACK_SKIP_ROWS, 0)
  gl.pixelStorei(gl.UNPACK_SKIP_PIXELS, 0)
  gl.pixelStorei(gl.UNPACK_ALIGNMENT, 4)
  gl.pixelStorei(gl.UNPACK_COLORSPACE_CONVERSION_WEBGL, Number(isConverting))
  gl.pixelStorei(gl.UNPACK_PREMULTIPLY_ALPHA_WEBGL, Boolean(isPremultiplying))
}
