/** Canvases as textures. */
import { ImageSource } from 'pixi.js'
import { freeCanvas } from './rasterize.ts'

/**
 * The canvas itself and not a bitmap of it: what is premultiplied on upload is right in every engine, while WebKit
 * divides the colours of a canvas' own bitmap by their alpha. Frees nothing: hand it to `freeCanvasSource`.
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
