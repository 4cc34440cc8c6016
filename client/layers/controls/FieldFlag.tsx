import type { FlagField } from '../../kit/base/fields.ts'
import { t } from '../../kit/i18n/translate.ts'
import { Switch } from '../../kit/ui/controls/Switch.tsx'
import { type FieldPath, useFieldEvents, useFieldValue } from './useField.ts'

interface Props<N extends string> extends FieldPath<N, boolean> {
  field: FlagField
  /** The label is visible elsewhere. */
  hasHiddenLabel?: boolean
}

/** A switch for a boolean field. */
export function FieldFlag<N extends string>({ field, hasHiddenLabel = false, ...at }: Props<N>) {
  const value = useFieldValue<N, boolean>(at)
  const { onSet } = useFieldEvents<N, boolean>(t(field.label), at)
  return <Switch label={t(field.label)} isOn={value} onChange={onSet} hasHiddenLabel={hasHiddenLabel} />
}
