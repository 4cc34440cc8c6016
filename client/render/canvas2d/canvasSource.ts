/** Canvases as texture sources. */
import { ImageSource } from 'pixi.js'
import { freeCanvas } from './rasterize.ts'

/**
 * A texture source that uploads the canvas itself. An ImageBitmap of it would have wrong colours in WebKit, which divides
 * them by alpha. Destroying the source does not free the canvas: use `freeCanvasSource`.
 */
export const canvasSource = (canvas: OffscreenCanvas, isSmooth: boolean): ImageSource =>
  new ImageSource({
    resource: canvas,
    alphaMode: 'premultiply-alpha-on-upload',
    scaleMode: isSmooth ? 'linear' : 'nearest',
    addressMode: 'clamp-to-edge',
    autoGenerateMipmaps: isSmooth,
  })

export function freeCanvasSource(source: ImageSource): void {
  const { resource } = source
  source.destroy()
  if (resource instanceof OffscreenCanvas) freeCanvas(resource)
}
