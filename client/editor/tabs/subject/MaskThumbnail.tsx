import { useEffect, useRef } from 'react'
import { scaledSize } from '#client/kit/base/geometry.ts'
import type { GridMask } from '#client/media/segmenter/segmentationRefiner.ts'
import { srgbCopy } from '#client/model/assets/pixels.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import styles from './MaskThumbnail.module.css'

/** Longer side of a thumbnail, px. */
const SIDE = 256

/** The part of the photo under a mask, on a transparent ground. */
export function MaskThumbnail({ photo, mask }: { photo: ImageBitmap; mask: GridMask }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { width, height } = context.canvas
    const draw = (picture: ImageBitmap) => {
      context.globalCompositeOperation = 'copy'
      context.drawImage(maskOf(mask), 0, 0, width, height)
      context.globalCompositeOperation = 'source-in'
      context.drawImage(picture, 0, 0, width, height)
    }
    if (colorSpaceOf(photo) === 'srgb') return draw(photo)
    let isShown = true
    srgbCopy(photo, { width, height }).then(
      (copy) => {
        if (isShown) draw(copy)
        copy.close()
      },
      () => {}, // the photo was closed, because the user has opened another photo
    )
    return () => {
      isShown = false
    }
  }, [photo, mask])
  const size = scaledSize(photo, SIDE / Math.max(photo.width, photo.height))
  return <canvas ref={canvas} {...size} className={styles.picture} aria-hidden />
}

/** Returns the mask as the alpha channel of a canvas. */
function maskOf(mask: GridMask): OffscreenCanvas {
  const canvas = new OffscreenCanvas(mask.width, mask.height)
  canvas.getContext('2d')?.putImageData(alphaPixels(mask), 0, 0)
  return canvas
}

/** Returns white pixels with the mask as alpha. */
export function alphaPixels({ width, height, coverage }: GridMask): ImageData {
  const pixels = new ImageData(width, height)
  pixels.data.fill(255)
  for (let i = 0; i < coverage.length; i++) pixels.data[4 * i + 3] = coverage[i] ?? 0
  return pixels
}
