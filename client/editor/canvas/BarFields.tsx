import { ALargeSmall, Blend, type LucideIcon, Scaling } from 'lucide-react'
import { useState } from 'react'
import { withUnit } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { formatEditable } from '#client/kit/ui/controls/values.ts'
import { Popover } from '#client/kit/ui/overlays/Popover.tsx'
import type { Field, Hex } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { useLayer } from '#client/layers/cards/useLayer.ts'
import { FieldColor, FieldSlider, sliderPropsOf } from '#client/layers/controls/fieldControls.tsx'
import { useFieldValue } from '#client/layers/controls/useField.ts'
import { type KindName, kindOf } from '#client/layers/registry.ts'
import { FontFamilyField } from '#client/layers/text/panel/FontField.tsx'
import { SizeField, useShrunkSize } from '#client/layers/text/panel/SizeField.tsx'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { useSession } from '#client/model/session/session.ts'
import { BarButton } from './BarButton.tsx'
import styles from './BarFields.module.css'

/** Names of the fields that the canvas bar can show, in order. A layer shows the first fields that its kind has. */
const ON_BAR = ['color', 'fontSize', 'fontFamily', 'scale', 'size', 'opacity']

/** Icons that replace the labels of number fields on a narrow canvas. */
const ICONS: Partial<Record<string, LucideIcon>> = {
  fontSize: ALargeSmall,
  scale: Scaling,
  size: Scaling,
  opacity: Blend,
}

interface Props {
  layer: LayerId
  /** Maximum number of fields to show. */
  count: number
  /** Called when a popover opens or closes. */
  onToggle(isOpen: boolean): void
}

/**
 * The canvas bar's buttons for a layer's most used fields. Each button shows the field's value and opens its control in
 * a popover. Renders nothing if the layer doesn't exist.
 */
export default function BarFields({ layer: id, count, onToggle }: Props) {
  const session = useSession()
  const kind = (session.doc.layers[id]?.kind ?? 'text') as KindName
  const layer = useLayer<KindName>(kind, id)
  const text = useLayer('text', id)
  if (!layer) return null
  const { fields } = kindOf(kind)
  const shown = ON_BAR.filter((name) => name in fields).slice(0, count)
  return shown.map((name) =>
    name === 'fontFamily' && text ? (
      <span key={name} className={styles.font}>
        <FontFamilyField layer={text} label={t('Text font')} onToggle={onToggle} />
      </span>
    ) : (
      <BarField
        key={name}
        path={id}
        name={name}
        // safe cast: `field.type` determines the type of the value in the record
        record={layer as object as Record<string, never>}
        field={fields[name] as Field} // safe cast: `shown` contains only names of existing fields
        text={name === 'fontSize' ? text : null}
        onToggle={onToggle}
      />
    ),
  )
}

interface BarFieldProps {
  path: LayerId
  name: string
  record: Record<string, never>
  field: Field
  /** The text layer whose painted font size the button shows, or null for other fields. */
  text: TextLayer | null
  onToggle(isOpen: boolean): void
}

function BarField({ path, name, record, field, text: layer, onToggle }: BarFieldProps) {
  const [isOpen, setOpen] = useState(false)
  const at = { path, record, name }
  const stored = useFieldValue<string, number | Hex>(at)
  const shrunk = useShrunkSize(path)
  const value = (layer && shrunk) ?? stored
  const isColor = field.type === 'color'
  if (!isColor && field.type !== 'number') return null
  const Icon = ICONS[name]
  const text = isColor ? String(value) : formatEditable(Number(value), field.step)
  return (
    <Popover
      label={t(field.label)}
      isOpen={isOpen}
      onToggle={(next) => {
        setOpen(next)
        onToggle(next)
      }}
      className={styles.popover}
      trigger={
        <BarButton
          label={`${t(field.label)}: ${text}`}
          hint={t(field.label)}
          words={name === 'fontSize' ? null : t(field.label)}
          number={
            !isColor && (
              <bdi className={styles.value} dir="ltr">
                {withUnit(text, sliderPropsOf(field).unit)}
              </bdi>
            )
          }
        >
          {isColor && <span className={styles.swatch} style={{ background: text }} aria-hidden />}
          {Icon && <Icon className={styles.icon} strokeWidth={1.75} aria-hidden />}
        </BarButton>
      }
    >
      {isColor && <FieldColor {...at} field={field} />}
      {!isColor && (layer ? <SizeField layer={layer} /> : <FieldSlider {...at} field={field} />)}
    </Popover>
  )
}
