/** Margin around the subject for the widest outline, image px. */
const ROOM = 48
/**
 * Number of copies of the silhouette that are drawn around a circle; enough for a round outline at the largest width.
 */
const COPIES = 72

/**
 * Draws a cut-out with a white outline of `width` image px and a shadow. Resizes the canvas to the image plus a margin.
 * Draws nothing without a 2D context.
 */
export function drawOutlined(canvas: HTMLCanvasElement, image: HTMLImageElement, width: number): void {
  const silhouette = silhouetteOf(image)
  const context = canvas.getContext('2d')
  if (!context || !silhouette) return
  canvas.width = image.naturalWidth + 2 * ROOM
  canvas.height = image.naturalHeight + 2 * ROOM
  context.shadowColor = 'rgb(16 14 50 / 45%)'
  context.shadowBlur = 18
  context.shadowOffsetY = 10
  for (let copy = 0; copy < COPIES; copy++) {
    const angle = (copy / COPIES) * 2 * Math.PI
    context.drawImage(silhouette, ROOM + Math.cos(angle) * width, ROOM + Math.sin(angle) * width)
    context.shadowColor = 'transparent' // only the first copy casts a shadow
  }
  context.drawImage(image, ROOM, ROOM)
}

function silhouetteOf(image: HTMLImageElement): HTMLCanvasElement | null {
  const canvas = document.createElement('canvas')
  canvas.width = image.naturalWidth
  canvas.height = image.naturalHeight
  const context = canvas.getContext('2d')
  if (!context) return null
  context.drawImage(image, 0, 0)
  context.globalCompositeOperation = 'source-in'
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  return canvas
}
