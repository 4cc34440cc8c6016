import { type ReactNode, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Switch as Toggle } from '#client/kit/ui/controls/Switch.tsx'
import type { Fields, FlagField, GroupField, Values } from '#client/kit/values/fields.ts'
import { useSession } from '#client/model/session/session.ts'
import { FieldList } from './FieldList.tsx'
import styles from './FieldSection.module.css'
import { useFieldValue } from './useField.ts'

interface Switch {
  enabled: boolean
}

type Switched = Fields & { readonly enabled: FlagField }

interface Props<F extends Switched> {
  path: string
  record: Values<F> & Switch
  field: GroupField<F>
  /** Called within the undo step that turns on the switch, to set other values. */
  onEnable?(): void
  children?: ReactNode
}

/**
 * A section with a switch for a group of fields. If the user opens the section without turning on the switch, the
 * fields are disabled. Turning on the switch also opens the section.
 */
export function FieldSection<F extends Switched>({ path, record, field, onEnable, children }: Props<F>) {
  const { history } = useSession()
  const label = t(field.fields.enabled.label)
  const flags: Switch = record
  const isOn = useFieldValue<'enabled', boolean>({ path, record: flags, name: 'enabled' })
  const [isOpen, setOpen] = useState(flags.enabled)

  function toggle(on: boolean) {
    history.transact(label, () => {
      flags.enabled = on
      if (on) onEnable?.()
    })
    setOpen(on)
  }

  return (
    <Section
      title={t(field.label)}
      isOpen={isOpen}
      onToggle={setOpen}
      aside={<Toggle label={label} isOn={isOn} onChange={toggle} hasHiddenLabel />}
    >
      <div className={styles.fields} inert={!isOn}>
        {children ?? <FieldList path={path} record={record} fields={field.fields} omit={['enabled']} />}
      </div>
    </Section>
  )
}
