/** Makes photos of a given size from the sample photos. */
import { readFileSync } from 'node:fs'
import type { Page } from 'playwright'

/** Scales a photo to `pixels` px in a page and rotates its hue by `hue` degrees. Returns the bytes of a JPEG. */
export async function enlargedPhoto(page: Page, path: string, pixels: number, hue = 0): Promise<Buffer> {
  const source = readFileSync(path).toString('base64')
  return Buffer.from(await page.evaluate(enlarged, { source, pixels, hue }), 'base64')
}

/** Runs in a page. `source` and the result are base64. */
async function enlarged({ source, pixels, hue }: { source: string; pixels: number; hue: number }): Promise<string> {
  const bytes = Uint8Array.from(atob(source), (char) => char.charCodeAt(0))
  const bitmap = await createImageBitmap(new Blob([bytes]))
  const scale = Math.sqrt(pixels / (bitmap.width * bitmap.height))
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: Math.round(bitmap.width * scale), height: Math.round(bitmap.height * scale) })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no 2D context')
  context.filter = `hue-rotate(${hue}deg)`
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return canvas.toDataURL('image/jpeg', 0.9).split(',')[1] ?? ''
}
