import { type CSSProperties, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { whenIdle } from '#client/kit/async/scheduling.ts'
import { formatNumber, withUnit } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Range } from '#client/kit/ui/controls/Range.tsx'
import astronaut from './astronaut.webp'
import astronautSubject from './astronaut-subject.webp'
import coffeeSubject from './coffee-subject.webp'
import styles from './Demo.module.css'
import rocket from './rocket.webp'
import rocketSubject from './rocket-subject.webp'

/** Three demos of the editor's tools. Each has one slider. */
export function Demos() {
  return (
    <section aria-labelledby="tools">
      <h2 id="tools" className={styles.heading}>
        {t('Try it: move a slider')}
      </h2>
      <ul className={styles.cards}>
        <TextBehind />
        <Outlined />
        <TextInDepth />
      </ul>
    </section>
  )
}

function TextBehind() {
  const [position, setPosition] = useState(50)
  return (
    <DemoCard
      title={t('Text behind the subject')}
      text={t('The subject is detected automatically, on your device. Place any layer behind it or in front of it.')}
      control={{ label: t('Position'), value: position, min: 0, max: 100, unit: '%', onChange: setPosition }}
    >
      <img
        className={styles.portrait}
        src={astronaut}
        alt={t('An astronaut in an orange suit, smiling')}
        loading="lazy"
      />
      <span
        className={styles.orbit}
        style={{ '--position': `${(position - 50) * 0.9}cqw` } as CSSProperties}
        aria-hidden="true"
      >
        {t('ORBIT')}
      </span>
      <img className={styles.portrait} src={astronautSubject} alt="" loading="lazy" />
    </DemoCard>
  )
}

/** Number of stacked copies of the letters, which form the sides of the extruded text. */
const SHEETS = 22

/** A demo of extruded text, which the visitor rotates with a slider. */
function TextInDepth() {
  const [turn, setTurn] = useState(-28)
  return (
    <DemoCard
      title={t('3D text')}
      text={t('Add depth, rotate it on 3 axes, set the light and add a shadow.')}
      control={{ label: t('Rotation'), value: turn, min: -50, max: 50, unit: '°', onChange: setTurn }}
    >
      <img className={styles.wide} src={rocket} alt={t('A rocket on its pad at dusk')} loading="lazy" />
      <span className={styles.room} aria-hidden="true">
        <span className={styles.solid} style={{ '--turn': `${turn}deg` } as CSSProperties}>
          {Array.from({ length: SHEETS }, (_, i) => SHEETS - i).map((back) => (
            <span key={back} className={styles.sheet} style={{ '--back': back } as CSSProperties}>
              {t('LIFT OFF')}
            </span>
          ))}
          <span className={styles.face}>{t('LIFT OFF')}</span>
        </span>
      </span>
      <img className={styles.wide} src={rocketSubject} alt="" loading="lazy" />
    </DemoCard>
  )
}

function Outlined() {
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
    return whenIdle(draw, 'soon') // in an idle period, because the first drawing takes long on slow devices
  }, [image, width])
  return (
    <DemoCard
      title={t('Outline and cutout')}
      text={t('Turn any subject into a sticker, with an outline of any width and color.')}
      control={{ label: t('Outline'), value: width, min: 1, max: 40, unit: 'px', onChange: setWidth }}
    >
      <span className={styles.table} />
      {/* text alternative of the canvas, and the source of its pixels */}
      <img
        className={styles.source}
        src={coffeeSubject}
        alt={t('A cup of coffee, cut out')}
        loading="lazy"
        onLoad={(event) => setImage(event.currentTarget)}
      />
      <canvas ref={canvas} className={styles.sticker} />
    </DemoCard>
  )
}

/** Margin around the subject that leaves space for the widest outline, image px. */
const ROOM = 48
/**
 * Number of copies of the silhouette that are drawn on a circle to form the outline. With fewer copies, the widest
 * outline wouldn't look round.
 */
const COPIES = 72

/**
 * Draws a cutout with a shadow and a white outline. `width`: width of the outline, image px. The canvas is resized to
 * the image plus a margin. Does nothing if there is no 2D context.
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

interface CardProps {
  title: string
  text: string
  /** The slider's settings, for whole numbers from `min` to `max`. Screen readers read `unit` after the value. */
  control: { label: string; value: number; min: number; max: number; unit: string; onChange(value: number): void }
  children: ReactNode
}

/**
 * A demo on the home page as a list item: an image (`children`), a slider and text. The caller holds the value and
 * draws the image.
 */
function DemoCard({ title, text, control, children }: CardProps) {
  const id = useId()
  const { label, value, min, max, unit, onChange } = control
  const shown = withUnit(formatNumber(value), unit)
  const ignore = () => undefined // demos have no undo, so the start and end of a drag have no effect
  return (
    <li className={styles.card}>
      <div className={styles.picture}>{children}</div>
      <div className={styles.control}>
        <span id={id} className={styles.label}>
          {label}
        </span>
        <Range
          labelledBy={id}
          value={value}
          min={min}
          max={max}
          step={1}
          valueText={shown}
          onStart={ignore}
          onChange={onChange}
          onCommit={ignore}
          onCancel={ignore}
          onSet={onChange}
        />
        <output className={styles.value}>{shown}</output>
      </div>
      <h3 className={styles.title}>{title}</h3>
      <p className={styles.text}>{text}</p>
    </li>
  )
}
