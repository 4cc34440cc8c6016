/** Draws a photo's row of the contact sheet. */

const CELL = 240

/** Returns photo, masks, and the subject on white and magenta as a JPEG data URL. */
export async function sheetRow(photo: ImageBitmap, masks: readonly Uint8Array[], matte: Uint8Array): Promise<string> {
  const { width, height } = photo
  const scale = CELL / Math.max(width, height)
  const cells = masks.length + 3
  const sheet = new OffscreenCanvas(CELL * cells, Math.ceil(height * scale))
  const context = sheet.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#808080'
  context.fillRect(0, 0, sheet.width, sheet.height)
  context.imageSmoothingQuality = 'high'
  const place = (cell: number, picture: CanvasImageSource) =>
    context.drawImage(picture, cell * CELL, 0, width * scale, height * scale)
  place(0, photo)
  for (const [i, mask] of masks.entries())
    place(
      i + 1,
      painted(width, height, (at) => [mask[at] ?? 0, mask[at] ?? 0, mask[at] ?? 0]),
    )
  const own = new OffscreenCanvas(width, height).getContext('2d')
  own?.drawImage(photo, 0, 0)
  const pixels = own?.getImageData(0, 0, width, height).data
  for (const [i, backdrop] of [
    [255, 255, 255],
    [255, 0, 255],
  ].entries()) {
    const over = (at: number, channel: number) => {
      const alpha = (matte[at] ?? 0) / 255
      return (pixels?.[4 * at + channel] ?? 0) * alpha + (backdrop[channel] ?? 0) * (1 - alpha)
    }
    place(
      masks.length + 1 + i,
      painted(width, height, (at) => [over(at, 0), over(at, 1), over(at, 2)]),
    )
  }
  return dataUrl(await sheet.convertToBlob({ type: 'image/jpeg', quality: 0.9 }))
}

function painted(width: number, height: number, colour: (at: number) => [number, number, number]): OffscreenCanvas {
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < width * height; at++) data.set([...colour(at), 255], 4 * at)
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(new ImageData(data, width, height), 0, 0)
  return canvas
}

async function dataUrl(blob: Blob): Promise<string> {
  const reader = new FileReader()
  reader.readAsDataURL(blob)
  await new Promise((done) => {
    reader.onload = done
  })
  return String(reader.result)
}
