import { useEffect, useRef, useState } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import { useInView } from '../useInView.ts'
import subject from './coffee-subject.webp'
import styles from './Demo.module.css'
import { DemoCard } from './DemoCard.tsx'
import { drawOutlined } from './drawOutlined.ts'

/** Demo: a cut-out with an outline. */
export function Outlined() {
  const [width, setWidth] = useState(12)
  const canvas = useRef<HTMLCanvasElement>(null)
  const [image, setImage] = useState<HTMLImageElement | null>(null)
  const isSeen = useInView(canvas) // drawing is slow on slow devices and is skipped until the demo is visible
  useEffect(() => {
    if (isSeen && canvas.current && image) drawOutlined(canvas.current, image, width)
  }, [isSeen, image, width])
  return (
    <DemoCard
      title={t('Outline and cutout')}
      text={t('Make a sticker of anything: an outline that follows its edge, in any width and colour.')}
      control={{ label: t('Outline'), value: width, min: 1, max: 40, unit: 'px', onChange: setWidth }}
    >
      <span className={styles.table} />
      {/* for users who cannot see the canvas; also the source of its pixels */}
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
