import { useState } from 'react'
import { snapshot } from 'valtio'
import { FieldList } from '../../controls/FieldList.tsx'
import { useFieldValue } from '../../controls/useField.ts'
import { useSession } from '../../session/SessionContext.tsx'
import { Section } from '../../ui/Section.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { type TextLayer, textFields } from './schema.ts'
import { fittedBackground } from './transform.ts'

const { label, fields } = textFields.background

/** The box behind the words; it fits them when it is switched on. */
export function BackgroundSection({ layer }: { layer: TextLayer }) {
  const { history } = useSession()
  const [isOpen, setOpen] = useState(layer.background.enabled)
  const path = `${layer.id}.background`
  const isOn = useFieldValue<'enabled', boolean>({ path, record: layer.background, name: 'enabled' })

  function turn(on: boolean) {
    history.transact(fields.enabled.label, () => {
      layer.background.enabled = on
      if (on) Object.assign(layer.background, fittedBackground(snapshot(layer)))
    })
    setOpen(on)
  }

  return (
    <Section
      title={label}
      isOpen={isOpen && isOn}
      onToggle={(open) => (open && !isOn ? turn(true) : setOpen(open))}
      aside={<Switch label={fields.enabled.label} isOn={isOn} onChange={turn} hasHiddenLabel />}
    >
      <FieldList path={path} record={layer.background} fields={fields} omit={['enabled']} />
    </Section>
  )
}
