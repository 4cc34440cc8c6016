import { Upload } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { planFile } from '#client/editor/export-fields/exportTexts.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { FileButton } from '#client/kit/ui/PhotoInput.tsx'
import { defaults } from '#client/kit/values/fields.ts'
import { FieldList } from '#client/layers/controls/FieldList.tsx'
import { FieldChoice, FieldSlider } from '#client/layers/controls/fieldControls.tsx'
import { keepFrame } from '#client/layers/placement/refitLayer.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import { type ImageBackdrop, imageBackdropFields } from '#client/model/document/backdrop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { useDocument } from '#client/model/session/session.ts'
import { createBackgrounds } from './backgrounds.ts'
import { GroundShadow } from './GroundShadow.tsx'
import styles from './tabs.module.css'

/** Returns the size of the file that Download saves by default. */
const fileSizeOf = (doc: DocumentSnapshot) => planFile(defaults(exportFields), doc).frame

/**
 * Controls of the background image. The canvas gets the size of the background image, unless the image is fitted to the
 * photo's canvas.
 */
export function ImageSide() {
  const { session, flow } = useWorkspace()
  const doc = useDocument()
  const { backdrop } = doc
  const { busy } = useSnapshot(session.ui)
  const proxy = session.doc.backdrop
  const isSet = backdrop.type === 'image' && proxy.type === 'image'
  const fileSize = fileSizeOf(doc)
  const isSmaller =
    isSet &&
    backdrop.fit === 'canvas' &&
    fileSize.width < fileSizeOf({ ...doc, backdrop: { ...backdrop, fit: 'cover' } }).width
  const setFit = (image: ImageBackdrop, fit: ImageBackdrop['fit']) =>
    keepFrame(session, () => {
      image.fit = fit
    })
  const keepPhotoSize = () =>
    session.history.transact(t(imageBackdropFields.fit.label), () => {
      if (proxy.type === 'image') setFit(proxy, 'cover')
    })
  const hasRoom = isSet && (backdrop.fit === 'cover' || backdrop.fit === 'contain')
  return (
    <>
      <FileButton
        icon={Upload}
        isWide
        isBusy={busy !== null}
        disabled={busy !== null}
        input={{
          accept: 'image/*',
          label: t('Background image'),
          onChoose: (file) => void flow(createBackgrounds).setImage(file),
        }}
      >
        {t('Upload background')}
      </FileButton>
      {isSet ? (
        <>
          <p className={styles.hint}>
            {t('{width} × {height} px', { width: String(backdrop.width), height: String(backdrop.height) })}
          </p>
          <FieldChoice
            path="backdrop"
            record={proxy}
            name="fit"
            field={imageBackdropFields.fit}
            write={(fit: ImageBackdrop['fit']) => setFit(proxy, fit)}
          />
          {isSmaller && (
            <>
              <p className={styles.hint}>
                {t('Your download will be smaller than your photo: {width} × {height} px.', {
                  width: String(fileSize.width),
                  height: String(fileSize.height),
                })}
              </p>
              <Button onClick={keepPhotoSize}>{t('Keep photo size')}</Button>
            </>
          )}
          {hasRoom && (
            <FieldList path="backdrop.position" record={proxy.position} fields={imageBackdropFields.position.fields} />
          )}
          <FieldSlider path="backdrop" record={proxy} name="opacity" field={imageBackdropFields.opacity} />
          <FieldSlider path="backdrop" record={proxy} name="blur" field={imageBackdropFields.blur} />
          <GroundShadow />
        </>
      ) : (
        <p className={styles.hint}>{t('JPG, PNG, WEBP, HEIC or HEIF. The canvas resizes to match the image.')}</p>
      )}
    </>
  )
}
