import { useEffect, useMemo, useRef, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { scaledSize } from '#client/kit/base/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import type { GridMask } from '#client/media/segmenter/segmentation.ts'
import { alphaCanvas, srgbCopy } from '#client/model/assets/pixels.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'
import styles from './CandidateMasks.module.css'
import { notLifted } from './notLifted.ts'

const MOST = 9
const NONE: readonly Coverage[] = []

/**
 * Searches candidate masks and shows their thumbnails. A click on a thumbnail selects its mask as the subject, or lifts
 * its object. `status`: the text shown during the search. `lifted`: mattes of lifted objects, which are not suggested again.
 */
export function CandidateMasks({ status, lifted = NONE }: { status: string; lifted?: readonly Coverage[] }) {
  const { subjectSelector, session } = useWorkspace()
  const { busy } = useSnapshot(session.ui)
  useEffect(() => {
    if (busy === null) void subjectSelector.findCandidates()
  }, [subjectSelector, busy])
  useEffect(() => () => subjectSelector.close(), [subjectSelector])
  const { candidates } = useSyncExternalStore(subjectSelector.subscribe, subjectSelector.get)
  const shown = useMemo(() => (Array.isArray(candidates) ? notLifted(candidates, lifted) : []), [candidates, lifted])
  if (candidates !== 'failed' && shown.length === 0)
    return (
      <div className={styles.wait}>
        {candidates === 'searching' && <Spinner label={null} />}
        <span role="status">{candidates === 'searching' && status}</span>
      </div>
    )
  if (candidates === 'failed')
    return (
      <div className={styles.wait}>
        <span role="status">{t('Failed to load suggestions.')}</span>
        <Button size="small" onClick={() => void subjectSelector.findCandidates()}>
          {t('Try again')}
        </Button>
      </div>
    )
  const photo = session.doc.photo && session.assets.bitmap(session.doc.photo.asset)
  return (
    <section className={styles.group} aria-label={t('Suggestions')}>
      <h3 className={styles.title}>{t('Suggestions')}</h3>
      <ul className={styles.list}>
        {shown.slice(0, MOST).map(({ number, mask }) => (
          <li key={number}>
            <button
              type="button"
              className={styles.one}
              aria-label={t('Suggestion {number}', { number: number + 1 })}
              onClick={() => subjectSelector.begin(number)}
            >
              {photo && <MaskThumbnail photo={photo.bitmap} mask={mask} />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Longer side of a thumbnail, px. */
const SIDE = 256

/** The part of the photo under a mask, with transparency around it. */
export function MaskThumbnail({ photo, mask }: { photo: ImageBitmap; mask: GridMask }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { width, height } = context.canvas
    const draw = (picture: ImageBitmap) => {
      context.globalCompositeOperation = 'copy'
      context.drawImage(alphaCanvas(mask), 0, 0, width, height)
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
      () => {}, // the copy fails if the photo was closed, because another photo was opened
    )
    return () => {
      isShown = false
    }
  }, [photo, mask])
  const size = scaledSize(photo, SIDE / Math.max(photo.width, photo.height))
  return <canvas ref={canvas} {...size} className={styles.thumbnail} aria-hidden />
}
