import { Expand } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useSnapshot } from 'valtio'
import { enlargementText, planFile, sizeText } from '#client/editor/export-fields/exportTexts.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import type { Size } from '#client/kit/geometry/geometry.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { useMedia } from '#client/kit/ui/hooks.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { PixelSides } from '#client/layers/cards/PixelSize.tsx'
import { PresetTile, PresetTiles } from '#client/layers/cards/PresetTiles.tsx'
import { chosenSize, exportFields, NAMED_SIZES } from '#client/media/exporter/exportSettings.ts'
import { type Crop, type CropFormat, ratioOf } from '#client/model/document/crop.ts'
import type { DocumentSnapshot } from '#client/model/document/document.ts'
import { useSession } from '#client/model/session/session.ts'
import styles from './CropPanel.module.css'
import { setFrameSide, setRatio } from './editCrop.ts'
import { createFillAround, mayFillAround, reasonNotToFill } from './fillAround.ts'

/**
 * Fields for the frame's ratio and size. Width and height are below `children`, or above `children` while the user
 * types a size.
 */
export function FrameFields({ doc, crop, children }: { doc: DocumentSnapshot; crop: Crop; children: ReactNode }) {
  const session = useSession()
  const isPhone = useMedia('(max-width: 559px)')
  const [target, setTarget] = useState<Target | null>(null)
  const own = target?.isOwn && target
  const chosen = chosenSize(doc)
  const isChosen = ({ width, height }: Size) => chosen?.width === width && chosen.height === height
  const choose = (next: Target) => {
    setTarget(next)
    setRatio(session, next.format, next)
  }
  const chooseOwn = (typed: Partial<Size>) => choose({ ...OWN_SIZE, ...own, ...typed })
  const sides = (
    <PixelSides
      size={own || crop}
      onSet={(side, length) => (own ? chooseOwn({ [side]: Math.round(length) }) : setFrameSide(session, side, length))}
    />
  )
  return (
    <>
      <Segmented
        label={t('Crop')}
        value={crop.format}
        options={formatOptions()}
        columns={isPhone ? 6 : 3}
        onChange={(format) => {
          const ratio = format === 'photo' || format === 'free' ? null : ratioOf(format, crop)
          setTarget(ratio === null ? null : { width: ratio, height: 1, format })
          setRatio(session, format)
        }}
      />
      <div className={styles.sizes}>
        <PresetTiles label={t('Sizes')} columns={3}>
          {NAMED_SIZES.map(({ name, size, width, height, format }) => (
            <PresetTile
              key={name}
              name={t(name)}
              isPressed={isChosen({ width, height })}
              onPress={() => choose({ width, height, format })}
            >
              <span className={styles.size}>{sizeText(size)}</span>
            </PresetTile>
          ))}
          <PresetTile
            name={t('Custom size (px)')}
            isPressed={own ? isChosen(own) : false}
            onPress={() => chooseOwn({})}
          >
            <span className={styles.size}>{own ? sizeText(`${own.width}x${own.height}`) : '… × …'}</span>
          </PresetTile>
        </PresetTiles>
      </div>
      {chosen && <FileSize doc={doc} />}
      {own && sides}
      <FillAround doc={doc} target={target} />
      {children}
      {!own && sides}
    </>
  )
}

/** Returns the options for the crop's aspect ratio. Only "Free" is translated. */
const formatOptions = () =>
  [
    { value: 'photo', label: t('Photo') },
    { value: '1:1', label: '1:1' },
    { value: '4:5', label: '4:5' },
    { value: '9:16', label: '9:16' },
    { value: '16:9', label: '16:9' },
    { value: 'free', label: t('{of, select, format {Free} other {Free}}', { of: 'format' }) },
  ] as const

/**
 * The size that the user is cropping the photo for. Width and height are px, or a ratio if `height` is 1. `isOwn`: the
 * user types the size instead of choosing a preset.
 */
type Target = Size & { format: CropFormat; isOwn?: true }

/** Size when the user starts typing a size, px: the usual size of a link's preview image. */
const OWN_SIZE: Target = { width: 1200, height: 630, format: 'free', isOwn: true }

/** The size of the file that Download would save, and a warning if the photo has too few pixels for this size. */
function FileSize({ doc }: { doc: DocumentSnapshot }) {
  const settings = defaults(exportFields)
  const { frame } = planFile(settings, doc)
  const enlargement = enlargementText(settings, doc)
  return (
    <>
      <p className={styles.hint}>
        {t('File: {width} × {height} px', { width: String(frame.width), height: String(frame.height) })}
      </p>
      {enlargement && <p className={styles.hint}>{enlargement}</p>}
    </>
  )
}

/** The button that widens a photo that is too narrow for the frame. */
function FillAround({ doc, target }: { doc: DocumentSnapshot; target: Target | null }) {
  const { session, flow } = useWorkspace()
  const { busy, pendingSteps } = useSnapshot(session.ui)
  if (!target || !mayFillAround(doc, target)) return null
  const reason = reasonNotToFill(doc, pendingSteps, target)
  return (
    <>
      <Button
        icon={Expand}
        isWide
        isBusy={busy !== null}
        disabled={busy !== null || reason !== null}
        onClick={() => void flow(createFillAround).fill(target)}
      >
        {t('Fill around')}
      </Button>
      <p className={styles.hint}>{t(reason ?? 'Extends the sides of the photo, so less of it is cropped.')}</p>
    </>
  )
}
