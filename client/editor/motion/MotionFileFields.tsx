import { t } from '#client/kit/i18n/translate.ts'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { type MotionFile, motionFileFields, motionFormats } from '#client/media/exporter/motion/motionFormats.ts'
import { sizeText } from '../export/exportTexts.ts'
import styles from './Motion.module.css'

interface Props {
  file: MotionFile
  /** Ids of the formats that this browser can write. Null until they are known. */
  supported: readonly string[] | null
  onChange(change: Partial<MotionFile>): void
}

export function MotionFileFields({ file, supported, onChange }: Props) {
  const offered = motionFormats.filter(({ id }) => supported?.includes(id) ?? true)
  const sizes = motionFileFields.size.options.map((value) => ({
    value,
    label: value === 'original' ? t('Original') : sizeText(value),
  }))
  return (
    <>
      <Select label={t('Size')} value={file.size} options={sizes} onChange={(size) => onChange({ size })} />
      <Segmented
        hasVisibleLabel
        label={t('File format')}
        value={file.format}
        options={offered.map(({ id, label }) => ({ value: id, label }))}
        columns={2}
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
            ? t('Your browser can’t write videos. Save a GIF or WebP instead.')
            : t('Videos need a secure connection (HTTPS). Save a GIF or WebP instead.')}
        </p>
      )}
    </>
  )
}
