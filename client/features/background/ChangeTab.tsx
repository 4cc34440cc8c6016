import { Image, Palette, Upload } from 'lucide-react'
import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { Slot } from '#client/editor/host/Slot.tsx'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { defaults, type Fields, type Hex, type Values } from '#client/kit/base/fields.ts'
import { type Immutable, setterOf } from '#client/kit/base/immutable.ts'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { ColorField } from '#client/kit/ui/controls/ColorField.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { FileButton } from '#client/kit/ui/PhotoInput.tsx'
import { FillFields } from '#client/layers/cards/FillFields.tsx'
import { PanelFields } from '#client/layers/cards/LayerFields.tsx'
import { CompareButton } from '#client/layers/controls/CompareButton.tsx'
import { FieldList } from '#client/layers/controls/FieldList.tsx'
import { FieldChoice, FieldSlider } from '#client/layers/controls/fieldControls.tsx'
import { useHistoryEvents } from '#client/layers/controls/useField.ts'
import type { SubjectLayer } from '#client/layers/subject/index.ts'
import {
  type ColorBackdrop,
  colorBackdropFields,
  floorFields,
  gradientFields,
  imageBackdropFields,
  recolored,
} from '#client/model/document/backdrop.ts'
import { type DocumentSnapshot, layerOfKind } from '#client/model/document/document.ts'
import { useSession } from '#client/model/session/session.ts'
import { subjectPlaceFields } from '#client/render/objects/subjectFields.ts'
import { neededFill } from '#client/render/photo/branches.ts'
import { shadowField } from '#client/render/shadow/shadowFields.ts'
import { BackgroundTiles } from './BackgroundTiles.tsx'
import { isBackgroundChanged, setGroundShadow } from './backgroundPresets.ts'
import { createBackgrounds } from './backgrounds.ts'
import { ResetBackground } from './RemoveTab.tsx'
import { resizeSubject } from './subjectSize.ts'
import styles from './tabs.module.css'

const SIDES = [
  { value: 'color', label: 'Colour', icon: Palette },
  { value: 'image', label: 'Image', icon: Image },
] as const

/** The Change BG tab: a color or an image behind the subject, and the subject's size and position. */
export default function ChangeTab() {
  const session = useSession()
  const doc: DocumentSnapshot = useSnapshot(session.doc)
  const { separation, backdrop } = doc
  const { busy, background } = useSnapshot(session.ui)
  if (!separation)
    return (
      <PanelFields>
        <p className={styles.hint}>
          {busy
            ? t('You can change the background once the subject is found.')
            : t('No subject found in this photo. Select the subject first.')}
        </p>
        <Slot name="subjectTools" />
      </PanelFields>
    )
  const mode = background.mode ?? (backdrop.type === 'image' ? 'image' : 'color')
  return (
    <>
      <PanelFields>
        <Segmented
          label={t('Background')}
          value={mode}
          options={tLabels(SIDES)}
          onChange={setterOf(session.ui.background, 'mode')}
        />
        {mode === 'color' ? <ColorSide /> : <ImageSide />}
        <CompareButton to="photo" isDisabled={!isBackgroundChanged(doc)} />
        <ResetBackground isDisabled={!isBackgroundChanged(doc)} />
        <Slot name="subjectTools" />
      </PanelFields>
      <SubjectFields />
    </>
  )
}

function SubjectFields() {
  const { session } = useWorkspace()
  const doc: DocumentSnapshot = useSnapshot(session.doc)
  const found = layerOfKind(doc, 'subject')
  const isOverPhoto = doc.backdrop.type === 'original'
  const subject = found && (session.doc.layers[found.id] as SubjectLayer | undefined)
  if (!subject) return null
  return (
    <Section title={t('Subject')} startsOpen>
      <FieldSlider
        path={subject.id}
        record={subject}
        name="foregroundSize"
        field={subjectPlaceFields.foregroundSize}
        write={(size) => resizeSubject(session, subject, size)}
      />
      <FieldList
        path={`${subject.id}.foregroundPosition`}
        record={subject.foregroundPosition}
        fields={subjectPlaceFields.foregroundPosition.fields}
      />
      {isOverPhoto && <FillFields layer={subject} isNeeded={neededFill(doc) !== null} />}
    </Section>
  )
}

/** The color of the background. Hidden while a background image is set. */
function ColorSide() {
  const { session } = useWorkspace()
  const { doc } = session
  const { backdrop } = useSnapshot(doc)
  const events = useHistoryEvents<Hex>(t(colorBackdropFields.color.label), 'backdrop.color', (color) => {
    doc.backdrop = recolored(doc.backdrop, color)
  })
  if (backdrop.type === 'image')
    return <p className={styles.hint}>{t('Your background is an image. To choose a color, click Reset Background.')}</p>
  const proxy = doc.backdrop
  return (
    <>
      <BackgroundTiles />
      {backdrop.type === 'color' && backdrop.floor && <GroundShadow />}
      <ColorField
        {...events}
        label={t(colorBackdropFields.color.label)}
        value={backdrop.type === 'color' ? backdrop.color : null}
      />
      {backdrop.type === 'color' && proxy.type === 'color' && (
        <>
          <PartFields backdrop={proxy} part="gradient" label={t('Gradient')} fields={gradientFields} />
          <PartFields backdrop={proxy} part="floor" label={t('Floor')} fields={floorFields} />
          <FieldSlider path="backdrop" record={proxy} name="opacity" field={colorBackdropFields.opacity} />
        </>
      )}
    </>
  )
}

/** A switch for the subject's ground shadow, and a slider for its opacity. The Cutout tab has all settings of the shadow. */
function GroundShadow() {
  const session = useSession()
  const doc: DocumentSnapshot = useSnapshot(session.doc)
  const found = layerOfKind(doc, 'subject') as Immutable<SubjectLayer> | undefined
  const subject = found && (session.doc.layers[found.id] as SubjectLayer | undefined)
  if (!found || !subject) return null
  const isOn = found.shadow.enabled && found.shadow.type === 'ground'
  return (
    <>
      <Switch label={t('Ground shadow')} isOn={isOn} onChange={(next) => setGroundShadow(session, subject, next)} />
      {isOn && (
        <FieldSlider
          path={`${subject.id}.shadow`}
          record={subject.shadow}
          name="opacity"
          field={shadowField.fields.opacity}
        />
      )}
    </>
  )
}

interface PartProps<F extends Fields> {
  /** The record in the document (a valtio proxy), not a snapshot. */
  backdrop: ColorBackdrop
  part: 'gradient' | 'floor'
  label: string
  fields: F
}

/** A switch for an optional part of the background, and a section with the controls of that part. */
function PartFields<F extends Fields>({ backdrop, part, label, fields }: PartProps<F>) {
  const { history } = useSession()
  const isOn = useSnapshot(backdrop)[part] !== undefined
  const record = backdrop[part]
  const [isOpen, setOpen] = useState(false)
  const toggle = (next: boolean) => {
    setOpen(next)
    history.transact(label, () => {
      if (next) Object.assign(backdrop, { [part]: defaults(fields) })
      else delete backdrop[part]
    })
  }
  return (
    <Section
      title={label}
      isNested
      isOpen={isOn && isOpen}
      onToggle={isOn ? setOpen : toggle}
      aside={<Switch label={label} isOn={isOn} onChange={toggle} hasHiddenLabel />}
    >
      {isOn && record && <FieldList path={`backdrop.${part}`} record={record as Values<Fields>} fields={fields} />}
    </Section>
  )
}

/**
 * Controls of the background image. The canvas takes the image's size, unless the image is fitted to the photo's
 * canvas.
 */
function ImageSide() {
  const { session, flow } = useWorkspace()
  const { backdrop } = useSnapshot(session.doc)
  const { busy } = useSnapshot(session.ui)
  const proxy = session.doc.backdrop
  const isSet = backdrop.type === 'image' && proxy.type === 'image'
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
          <FieldChoice path="backdrop" record={proxy} name="fit" field={imageBackdropFields.fit} />
          {hasRoom && (
            <FieldList path="backdrop.position" record={proxy.position} fields={imageBackdropFields.position.fields} />
          )}
          <FieldSlider path="backdrop" record={proxy} name="opacity" field={imageBackdropFields.opacity} />
          <FieldSlider path="backdrop" record={proxy} name="blur" field={imageBackdropFields.blur} />
        </>
      ) : (
        <p className={styles.hint}>{t('JPG, PNG, WEBP, HEIC or HEIF. The canvas resizes to match the image.')}</p>
      )}
    </>
  )
}
