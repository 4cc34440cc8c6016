import { Blend } from 'lucide-react'
import { use, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { ColorField } from '#client/kit/ui/controls/ColorField.tsx'
import { ColorToolsContext } from '#client/kit/ui/controls/PickColorButton.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { defaults, type Fields, type Hex, type Values } from '#client/kit/values/fields.ts'
import { PresetTile, PresetTiles } from '#client/layers/cards/PresetTiles.tsx'
import { NO_COLORS } from '#client/layers/colors/usePhotoColors.ts'
import { FieldList } from '#client/layers/controls/FieldList.tsx'
import { FieldSlider } from '#client/layers/controls/fieldControls.tsx'
import { useHistoryEvents } from '#client/layers/controls/useField.ts'
import {
  type ColorBackdrop,
  colorBackdropFields,
  floorFields,
  gradientFields,
} from '#client/model/document/backdrop.ts'
import { useDocument, useSession } from '#client/model/session/session.ts'
import {
  type BackdropPart,
  blurBackground,
  FLOORS,
  GRADIENTS,
  type GradientPreset,
  hasGradient,
  isBackgroundBlurred,
  photoGradients,
  recolored,
  setGradient,
} from './backgroundPresets.ts'
import { GroundShadow } from './GroundShadow.tsx'
import styles from './tabs.module.css'

/**
 * The controls of the background's color, gradient and floor. While a background image is set, a hint replaces them.
 */
export function ColorSide() {
  const { session } = useWorkspace()
  const { doc } = session
  const { backdrop } = useDocument()
  const colors = use(ColorToolsContext) ?? NO_COLORS
  /** The parts whose settings the user has opened. A new color keeps these parts and removes the others. */
  const [open, setOpen] = useState<readonly BackdropPart[]>([])
  const events = useHistoryEvents<Hex>(t(colorBackdropFields.color.label), 'backdrop.color', (color) => {
    doc.backdrop = recolored(doc.backdrop, color, open)
  })
  if (backdrop.type === 'image')
    return <p className={styles.hint}>{t('Your background is an image. To choose a color, click Reset Background.')}</p>
  const proxy = doc.backdrop
  const isChosen = backdrop.type === 'color' && PARTS.every((part) => !backdrop[part] || open.includes(part))
  const opening = (part: BackdropPart) => ({
    isOpen: open.includes(part),
    onToggle: (isOpen: boolean) => setOpen(PARTS.filter((each) => (each === part ? isOpen : open.includes(each)))),
  })
  return (
    <>
      <BackgroundTiles presets={[...photoGradients(colors), ...FLOORS, ...GRADIENTS]} onSet={() => setOpen([])} />
      <ColorField {...events} label={t(colorBackdropFields.color.label)} value={isChosen ? backdrop.color : null} />
      {backdrop.type === 'color' && proxy.type === 'color' && (
        <>
          <PartFields
            {...opening('gradient')}
            backdrop={proxy}
            part="gradient"
            label={t('Gradient')}
            fields={gradientFields}
          />
          <PartFields {...opening('floor')} backdrop={proxy} part="floor" label={t('Floor')} fields={floorFields} />
          <FieldSlider path="backdrop" record={proxy} name="opacity" field={colorBackdropFields.opacity} />
        </>
      )}
      {/* last, so that no control moves when a click on a tile adds it */}
      {backdrop.type === 'color' && <GroundShadow />}
    </>
  )
}

const PARTS: readonly BackdropPart[] = ['gradient', 'floor']

interface PartProps<F extends Fields> {
  /** The background's record in the document (a valtio proxy, not a snapshot). */
  backdrop: ColorBackdrop
  part: BackdropPart
  isOpen: boolean
  onToggle(isOpen: boolean): void
  label: string
  fields: F
}

/**
 * A switch for an optional part of the background. While the switch is on, the controls of that part are shown below
 * it.
 */
function PartFields<F extends Fields>({ backdrop, part, isOpen, onToggle, label, fields }: PartProps<F>) {
  const session = useSession()
  const isOn = useSnapshot(backdrop)[part] !== undefined
  const record = backdrop[part]
  const toggle = (next: boolean) => {
    onToggle(next)
    session.history.transact(label, () => {
      if (next) Object.assign(backdrop, { [part]: defaults(fields) })
      else {
        if (part === 'floor') backdrop.hadFloor = true
        delete backdrop[part]
      }
    })
  }
  return (
    <Section
      title={label}
      isNested
      isOpen={isOn && isOpen}
      onToggle={isOn ? onToggle : toggle}
      aside={<Switch label={label} isOn={isOn} onChange={toggle} hasHiddenLabel />}
    >
      {isOn && record && <FieldList path={`backdrop.${part}`} record={record as Values<Fields>} fields={fields} />}
    </Section>
  )
}

const swatchOf = ({ top, bottom, floor }: GradientPreset) =>
  `linear-gradient(${top}, ${bottom}${floor ? ` 62%, ${floor} 70%` : ''})`

/** Tiles that set a background: the blurred original, gradients of the photo's colors, studio floors, and others. */
function BackgroundTiles({ presets, onSet }: { presets: readonly GradientPreset[]; onSet(): void }) {
  const session = useSession()
  const doc = useDocument()
  return (
    <PresetTiles label={t('Backgrounds')} columns={3}>
      <PresetTile name={t('Blur')} isPressed={isBackgroundBlurred(doc)} onPress={() => blurBackground(session)}>
        <span className={styles.swatch}>
          <Blend aria-hidden />
        </span>
      </PresetTile>
      {presets.map((preset) => (
        <PresetTile
          key={preset.name}
          name={t(preset.name)}
          isPressed={hasGradient(doc, preset)}
          onPress={() => {
            onSet()
            setGradient(session, preset)
          }}
        >
          <span className={styles.swatch} style={{ background: swatchOf(preset) }} aria-hidden />
        </PresetTile>
      ))}
    </PresetTiles>
  )
}
