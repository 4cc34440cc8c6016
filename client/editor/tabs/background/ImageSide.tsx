import { Upload } from 'lucide-react'
import { useRef } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '../../../kit/i18n/translate.ts'
import { Button } from '../../../kit/ui/controls/Button.tsx'
import { PhotoInput } from '../../../kit/ui/PhotoInput.tsx'
import { FieldList } from '../../../layers/controls/FieldList.tsx'
import { FieldChoice, FieldSlider } from '../../../layers/controls/fieldControls.tsx'
import { imageBackdropFields } from '../../../model/document/backdrop.ts'
import { useWorkspace } from '../../workspace/WorkspaceContext.tsx'
import styles from './tabs.module.css'

const FITS = {
  canvas: 'Match image size',
  cover: 'Fill',
  contain: 'Fit',
  stretch: 'Stretch',
} as const

/** The background image: the canvas takes its size, unless the image is fitted to the photo's canvas (spec §4). */
export function ImageSide() {
  const { session, backgrounds } = useWorkspace()
  const { backdrop } = useSnapshot(session.doc)
  const { busy } = useSnapshot(session.ui)
  const input = useRef<HTMLInputElement>(null)
  const living = session.doc.backdrop
  const isSet = backdrop.type === 'image' && living.type === 'image'
  const hasRoom = isSet && (backdrop.fit === 'cover' || backdrop.fit === 'contain')
  return (
    <>
      <PhotoInput
        ref={input}
        accept="image/*"
        label={t('Background image')}
        onChoose={(file) => void backgrounds.setImage(file)}
      />
      <Button
        icon={Upload}
        isWide
        isBusy={busy !== null}
        disabled={busy !== null}
        onClick={() => input.current?.click()}
      >
        {t('Upload background')}
      </Button>
      {isSet ? (
        <>
          <p className={styles.hint}>
            {t('{width} × {height} px', { width: String(backdrop.width), height: String(backdrop.height) })}
          </p>
          <FieldChoice path="backdrop" record={living} name="fit" field={imageBackdropFields.fit} texts={FITS} />
          {hasRoom && (
            <FieldList path="backdrop.position" record={living.position} fields={imageBackdropFields.position.fields} />
          )}
          <FieldSlider path="backdrop" record={living} name="opacity" field={imageBackdropFields.opacity} />
          <FieldSlider path="backdrop" record={living} name="blur" field={imageBackdropFields.blur} />
        </>
      ) : (
        <p className={styles.hint}>{t('JPG, PNG, WEBP, HEIC or HEIF. The canvas resizes to match the image.')}</p>
      )}
    </>
  )
}
