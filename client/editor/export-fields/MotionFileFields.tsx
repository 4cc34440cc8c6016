import type { Size } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { type MotionFile, motionFileFields, motionFormats } from '#client/media/exporter/motion/motionFormats.ts'
import styles from './ExportDialog.module.css'
import { sizeText } from './exportTexts.ts'

interface Props {
  file: MotionFile
  /** File size for the option 'original', px. Absent if it differs between images. */
  original?: Size
  /** Ids of the formats that this browser can write. Null until this is known. */
  supported: readonly string[] | null
  onChange(change: Partial<MotionFile>): void
}

export function MotionFileFields({ file, original, supported, onChange }: Props) {
  const offered = motionFormats.filter(({ id }) => supported?.includes(id) ?? true)
  const sizes = motionFileFields.size.options.map((value) => ({
    value,
    label:
      value !== 'original'
        ? sizeText(value)
        : original
          ? `${t('Original')} · ${original.width} × ${original.height}`
          : t('Original'),
  }))
  return (
    <>
      <Select label={t('Size')} value={file.size} options={sizes} onChange={(size) => onChange({ size })} />
      <Segmented
        hasVisibleLabel
        label={t('File format')}
        value={file.format}
        options={offered.map(({ id, label }) => ({ value: id, label }))}
        onChange={(format) => onChange({ format })}
      />
      <Select
        label={t('Frames per second')}
        value={file.fps}
        options={motionFileFields.fps.options.map((value) => ({ value, label: value }))}
        onChange={(fps) => onChange({ fps })}
      />
      {!offered.some(({ isVideo }) => isVideo) && (
        <p className={styles.note}>
          {isSecureContext
            ? t('Your browser can’t write videos. Save a GIF instead.')
            : t('Videos need a secure connection (HTTPS). Save a GIF instead.')}
        </p>
      )}
      {offered.some(({ id }) => id === 'webm') && !offered.some(({ id }) => id === 'mp4') && (
        <p className={styles.note}>{t('Your browser can’t write MP4 files. Save a WebM instead.')}</p>
      )}
    </>
  )
}
