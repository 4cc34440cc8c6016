import { type DOMAttributes, useEffect, useMemo, useRef } from 'react'
import { useSnapshot } from 'valtio'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { nonZeroBounds } from '#client/kit/bytes/bytes.ts'
import { type Rect, scaledSize } from '#client/kit/geometry/geometry.ts'
import { union } from '#client/kit/geometry/rect.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { ProgressBar } from '#client/kit/ui/feedback/Progress.tsx'
import type { GridMask } from '#client/media/segmenter/segmentationTypes.ts'
import { alphaCanvas, srgbCopy } from '#client/model/assets/pixels.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { colorSpaceOf } from '#client/model/assets/straightAlpha.ts'
import { COVERED } from '#client/render/matting/separation.ts'
import { erasableObjects, notLifted, wholeObjects } from '../objects/notLifted.ts'
import { useSelector } from '../subjectFlows.ts'
import { useSubjectState } from '../subjectState.ts'
import styles from './CandidateMasks.module.css'
import type { SubjectSelector } from './subjectSelector.ts'

const MOST = 9

interface CandidateMasksProps {
  status: string
  taken: readonly Coverage[]
  isForObjects?: boolean
  subject?: Coverage | null
}

/**
 * Searches for candidate masks and shows their thumbnails. A click on a thumbnail selects the mask as the subject, or
 * lifts its object. `status`: text shown during the search. `taken`: mattes of the objects that are not suggested.
 * `isForObjects`: if true, only whole objects are suggested. `subject`: a matte that isn't suggested for erasing.
 */
export function CandidateMasks({ status, taken, isForObjects = false, subject = null }: CandidateMasksProps) {
  const { session } = useWorkspace()
  const selector = useSelector()
  const { busy, subject: tool } = useSnapshot(session.ui)
  const erases = tool.lifts === 'erase'
  useEffect(() => {
    if (busy === null) void selector.findCandidates(erases)
  }, [selector, busy, erases])
  useEffect(() => () => selector.close(), [selector])
  const { candidates, searchProgress } = useSubjectState()
  const shown = useMemo(() => {
    if (!Array.isArray(candidates)) return []
    const left = notLifted(candidates, taken, !isForObjects || erases)
    if (!isForObjects) return left
    return erases ? erasableObjects(left, subject) : wholeObjects(left)
  }, [candidates, taken, isForObjects, subject, erases])
  const words = candidates === 'searching' ? status : Array.isArray(candidates) && t('No suggestions')
  if (candidates !== 'failed' && shown.length === 0)
    return (
      <div className={styles.wait}>
        <span role="status">{words}</span>
        {candidates === 'searching' && <ProgressBar label={status} fraction={searchProgress} />}
      </div>
    )
  if (candidates === 'failed')
    return (
      <div className={styles.wait}>
        <span role="status">{t('Failed to load suggestions.')}</span>
        <Button size="small" onClick={() => void selector.findCandidates()}>
          {t('Try again')}
        </Button>
      </div>
    )
  const photo = session.doc.photo && session.assets.bitmap(session.doc.photo.asset)
  return (
    <section className={styles.group} aria-label={t('Suggestions')}>
      <h3 className={styles.title}>{t('Suggestions')}</h3>
      <ul className={styles.list}>
        {shown.slice(0, MOST).map(({ number, mask }, i) => (
          <li key={number}>
            <button
              type="button"
              className={styles.one}
              aria-label={t('Suggestion {number}', { number: i + 1 })}
              {...previewHandlers(selector, mask)}
              onClick={() => selector.begin(number)}
            >
              {photo && <MaskThumbnail photo={photo.bitmap} mask={mask} />}
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Returns the handlers of a thumbnail's button. They show the mask on the photo for the mouse and for the keyboard. */
export const previewHandlers = (
  selector: Pick<SubjectSelector, 'showMask'>,
  mask: GridMask,
): DOMAttributes<Element> => ({
  onPointerEnter: ({ pointerType }) => pointerType === 'mouse' && selector.showMask(mask),
  onPointerLeave: () => selector.showMask(null),
  onFocus: ({ currentTarget }) => currentTarget.matches(':focus-visible') && selector.showMask(mask),
  onBlur: () => selector.showMask(null),
})

/** Longer side of a thumbnail, px. */
const SIDE = 256

interface MaskThumbnailProps {
  photo: ImageBitmap
  mask: GridMask
  /** The part of the photo that the thumbnail shows, as fractions of the photo. By default, the mask's bounding box. */
  area?: Rect
}

/** A thumbnail of the photo inside a mask. The area outside the mask is transparent. */
export function MaskThumbnail({ photo, mask, area }: MaskThumbnailProps) {
  const part = useMemo(() => area ?? objectPart([mask]), [mask, area])
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context) return
    const { width, height } = context.canvas
    const draw = (picture: ImageBitmap) => {
      const [x, y] = [-part.x / part.width, -part.y / part.height]
      const place = [x * width, y * height, width / part.width, height / part.height] as const
      context.globalCompositeOperation = 'copy'
      context.drawImage(alphaCanvas(mask), ...place)
      context.globalCompositeOperation = 'source-in'
      context.drawImage(picture, ...place)
    }
    if (colorSpaceOf(photo) === 'srgb') return draw(photo)
    let isShown = true
    srgbCopy(photo, scaledSize(photo, Math.min(1, (4 * SIDE) / Math.max(photo.width, photo.height)))).then(
      (copy) => {
        if (isShown) draw(copy)
        copy.close()
      },
      () => {}, // copying fails if another photo was opened and this photo was closed
    )
    return () => {
      isShown = false
    }
  }, [photo, mask, part])
  const cut = { width: photo.width * part.width, height: photo.height * part.height }
  const size = scaledSize(cut, SIDE / Math.max(cut.width, cut.height))
  return <canvas ref={canvas} {...size} className={styles.thumbnail} aria-hidden />
}

/**
 * Returns the bounding box that contains all masks, as fractions of the photo. `masks` must contain at least one mask.
 */
export function objectPart(masks: readonly GridMask[]): Rect {
  const parts = masks.map((mask) => {
    const inside = mask.coverage.map((value) => Number(value >= COVERED))
    const { x, y, width, height } = nonZeroBounds(inside, mask) ?? { x: 0, y: 0, ...mask }
    return { x: x / mask.width, y: y / mask.height, width: width / mask.width, height: height / mask.height }
  })
  return parts.reduce(union)
}
