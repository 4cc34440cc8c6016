/** Canvases as texture sources. */
import { ImageSource } from 'pixi.js'
import { freeCanvas } from './rasterize.ts'

/**
 * Returns a texture source that uploads the canvas itself. An ImageBitmap of the canvas would have wrong colours in
 * WebKit, which divides them by alpha. `isSmooth`: linear filtering, else nearest. Destroying the source does not free
 * the canvas: use `freeCanvasSource`.
 */
export const canvasSource = (canvas: OffscreenCanvas, isSmooth: boolean): ImageSource =>
  new ImageSource({
    resource: canvas,
    alphaMode: 'premultiply-alpha-on-upload',
    scaleMode: isSmooth ? 'linear' : 'nearest',
    addressMode: 'clamp-to-edge',
    autoGenerateMipmaps: isSmooth,
  })

/** Destroys a source of `canvasSource` and frees its canvas' memory. */
export function freeCanvasSource(source: ImageSource): void {
  const { resource } = source
  source.destroy()
  if (resource instanceof OffscreenCanvas) freeCanvas(resource)
}
