/** Small copies of images: previews for agents, and the pixels behind the texts. */
import { PREVIEW_SIDE } from '#server/contract/render.ts'

/** Returns an image's JPEG file of at most PREVIEW_SIDE px, in base64. Transparent px become white. */
export async function previewOf(image: Blob | ImageBitmap): Promise<string> {
  const { canvas } = await drawn(image, PREVIEW_SIDE)
  const file = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.8 })
  const bytes = new Uint8Array(await file.arrayBuffer())
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
}

/** Returns an image's px on white, sRGB, reduced to at most `side` px. */
export async function smallPixels(image: Blob, side: number): Promise<ImageData> {
  const { canvas, context } = await drawn(image, side)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

async function drawn(image: Blob | ImageBitmap, side: number) {
  const source = image instanceof Blob ? await createImageBitmap(image) : image
  const scale = Math.min(1, side / Math.max(source.width, source.height))
  const [width, height] = [source.width, source.height].map((length) => Math.max(1, Math.round(scale * length)))
  const canvas = new OffscreenCanvas(width ?? 1, height ?? 1)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This browser has no 2D canvas.')
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  if (image instanceof Blob) source.close()
  return { canvas, context }
}
