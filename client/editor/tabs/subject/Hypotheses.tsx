import { useEffect, useRef, useSyncExternalStore } from 'react'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { Spinner } from '../../../kit/ui/feedback/Spinner.tsx'
import type { MaskPreview } from '../../../media/segmenter/segmentationRefiner.ts'
import { colorSpaceOf } from '../../../model/assets/bitmapColorSpace.ts'
import { srgbCopy } from '../../../model/assets/srgbCopy.ts'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'
import styles from './Hypotheses.module.css'

/** Longer side of a thumbnail, px. */
const SIDE = 160
/** Maximum number of suggestions. */
const MOST = 9

/** Thumbnails of other parts of the photo that may be the subject; a click chooses one. */
export function Hypotheses() {
  const { chooser, session } = useWorkspace()
  const { hypotheses } = useSyncExternalStore(chooser.subscribe, chooser.get)
  if (hypotheses === 'searching' || hypotheses === null)
    return (
      <div className={styles.wait}>
        <Spinner label={null} />
        <span role="status">{t('Looking for possible subjects')}</span>
      </div>
    )
  if (hypotheses === 'failed')
    return (
      <div className={styles.wait}>
        <span role="status">{t('Suggestions could not be loaded.')}</span>
        <Button size="small" onClick={() => void chooser.findHypotheses()}>
          {t('Try again')}
        </Button>
      </div>
    )
  if (hypotheses.length === 0) return null
  const photo = session.doc.photo && session.assets.bitmap(session.doc.photo.asset)
  return (
    <section className={styles.group} aria-label={t('Suggestions')}>
      <h3 className={styles.title}>{t('Suggestions')}</h3>
      <ul className={styles.list}>
        {hypotheses.slice(0, MOST).map(({ number, mask }) => (
          <li key={number}>
            <button
              type="button"
              className={styles.one}
              aria-label={t('Suggestion {number}', { number: number + 1 })}
              onClick={() => chooser.begin(number)}
            >
              {photo && <Thumbnail photo={photo.bitmap} mask={mask} />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Thumbnail({ photo, mask }: { photo: ImageBitmap; mask: MaskPreview }) {
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
      () => {}, // the photo was closed: another one is opened
    )
    return () => {
      isShown = false
    }
  }, [photo, mask])
  const scale = SIDE / Math.max(photo.width, photo.height)
  return (
    <canvas
      ref={canvas}
      width={Math.max(1, Math.round(photo.width * scale))}
      height={Math.max(1, Math.round(photo.height * scale))}
      className={styles.picture}
      aria-hidden
    />
  )
}

/** Returns the mask as the alpha channel of a canvas. */
function maskOf({ width, height, coverage }: MaskPreview): OffscreenCanvas {
  const mask = new OffscreenCanvas(width, height)
  const pixels = new ImageData(width, height)
  for (let i = 0; i < coverage.length; i++) pixels.data[4 * i + 3] = coverage[i] ?? 0
  mask.getContext('2d')?.putImageData(pixels, 0, 0)
  return mask
}
