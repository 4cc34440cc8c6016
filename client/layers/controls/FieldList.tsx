import type { Field, Fields, Hex, Values } from '#client/kit/values/fields.ts'
import { FieldChoice, FieldColor, FieldFlag, FieldSlider, FieldText } from './fieldControls.tsx'

interface Props<F extends Fields> {
  /** Path of `record` in the document. The path is part of the merge key of undo steps. */
  path: string
  record: Values<F>
  fields: F
  /** Names of fields that aren't shown in this list. */
  omit?: readonly (keyof F)[]
}

/** Controls for all fields of a table in order, including the fields of groups. */
export function FieldList<F extends Fields>({ path, record, fields, omit = [] }: Props<F>) {
  return Object.entries(fields)
    .filter(([name]) => !omit.includes(name))
    .map(([name, field]) => <FieldControl key={name} path={path} record={record} name={name} field={field} />)
}

interface ControlProps {
  path: string
  // The record that contains the field. The type of the field's value follows from `field.type`.
  record: object
  name: string
  field: Field
}

function FieldControl({ path, record, name, field }: ControlProps) {
  const at = <V,>() => ({ path, name, record: record as Record<string, V> })
  switch (field.type) {
    case 'number':
      return <FieldSlider {...at<number>()} field={field} />
    case 'flag':
      return <FieldFlag {...at<boolean>()} field={field} />
    case 'color':
      return <FieldColor {...at<Hex>()} field={field} />
    case 'choice':
      return <FieldChoice {...at<string>()} field={field} />
    case 'string':
      return <FieldText {...at<string>()} field={field} />
    case 'list':
      return null
    case 'group': {
      const inner = (record as Record<string, Values<Fields>>)[name]
      return inner ? <FieldList path={`${path}.${name}`} record={inner} fields={field.fields} /> : null
    }
  }
}
