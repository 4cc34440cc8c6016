import { useEffect, useRef, useState } from 'react'
import { whenIdle } from '#client/kit/base/scheduling.ts'
import { t } from '#client/kit/i18n/translate.ts'
import subject from './coffee-subject.webp'
import styles from './Demo.module.css'
import { DemoCard } from './DemoCard.tsx'

/** Demo of a cut-out with an outline. */
export function Outlined() {
  const [width, setWidth] = useState(12)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const isDrawn = useRef(false)
  useEffect(() => {
    if (!canvas.current || !image) return
    const draw = () => {
      if (canvas.current) drawOutlined(canvas.current, image, width)
      isDrawn.current = true
    }
    if (isDrawn.current) return draw()
    return whenIdle(draw, 'soon') // the first drawing is slow on slow devices
  }, [image, width])
  return (
    <DemoCard
      title={t('Outline and cutout')}
      text={t('Turn any subject into a sticker, with an outline in any width and colour.')}
      control={{ label: t('Outline'), value: width, min: 1, max: 40, unit: 'px', onChange: setWidth }}
    >
      <span className={styles.table} />
      {/* text alternative of the canvas, and source of its pixels */}
      <img
        className={styles.source}
        src={subject}
        alt={t('A cup of coffee, cut out')}
        loading="lazy"
        onLoad={(event) => setImage(event.currentTarget)}
      />
      <canvas ref={canvas} className={styles.sticker} />
    </DemoCard>
  )
}

/** Margin around the subject for the widest outline, image px. */
const ROOM = 48
/** Number of copies of the silhouette around a circle. At the largest width, the outline still looks round. */
const COPIES = 72

/**
 * Draws a cut-out with a shadow and a white outline of `width` image px. Resizes the canvas to the image plus a margin.
 * Does nothing without a 2D context.
 */
function drawOutlined(canvas: HTMLCanvasElement, image: HTMLImageElement, width: number): void {
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
    context.shadowColor = 'transparent' // only the first copy has a shadow
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
