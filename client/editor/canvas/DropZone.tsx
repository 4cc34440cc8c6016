import { ImageUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { SAMPLES, type Sample } from '../samples/samples.ts'
import styles from './DropZone.module.css'

interface Props {
  /** Buttons between the text and the sample photos. */
  children: ReactNode
  /** Content below the sample photos. */
  footer?: ReactNode
  /** Returns the element around a sample's thumbnail. */
  frame(sample: Sample, className: string | undefined, picture: ReactNode): ReactNode
  /** If true, the drop zone is a placeholder while the editor loads, and is hidden from assistive technology. */
  isPicture?: boolean
}

/** The empty canvas: a drop area for a photo, and four sample photos. Also shown while the editor loads. */
export function DropZone({ children, footer, frame, isPicture = false }: Props) {
  const hidden = { 'aria-hidden': isPicture || undefined }
  return (
    <div className={styles.place}>
      <div className={styles.zone}>
        <span className={styles.disc}>
          <ImageUp strokeWidth={1.5} />
        </span>
        <h1 className={styles.title} {...hidden}>
          <span className={styles.forMouse}>{t('Drop a photo here')}</span>
          <span className={styles.forTouch}>{t('Upload a photo')}</span>
        </h1>
        <p className={styles.hint} {...hidden}>
          {t('JPG, PNG, WEBP, HEIC or HEIF. Your photo is edited on your device.')}
        </p>
        {children}
        <div className={styles.samples} {...hidden}>
          <p className={styles.hint}>{t('No photo? Try a sample.')}</p>
          <ul className={styles.list}>
            {SAMPLES.map((sample) => (
              <li key={sample.file}>{frame(sample, styles.sample, <img src={sample.small} alt={t(sample.alt)} />)}</li>
            ))}
          </ul>
        </div>
        <div>{footer}</div>
      </div>
    </div>
  )
}

/** Covers the empty canvas while the editor reopens the photo that was open before a sign-in or a payment. */
export const OpeningPhoto = () => (
  <div className={styles.place}>
    <Spinner />
  </div>
)
