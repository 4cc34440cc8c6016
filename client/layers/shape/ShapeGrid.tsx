import { RadioGroup } from 'radix-ui'
import { useFieldEvents, useFieldValue } from '../../controls/useField.ts'
import { SHAPES, type ShapeType } from './outlines.ts'
import { ShapeGlyph } from './ShapeGlyph.tsx'
import styles from './ShapeGrid.module.css'
import { type ShapeLayer, shapeFields } from './schema.ts'
import { shapeName } from './shapeName.ts'

/** Which of the fourteen it is, by picture. */
export function ShapeGrid({ layer }: { layer: ShapeLayer }) {
  const at = { path: layer.id, record: layer, name: 'type' } as const
  const type = useFieldValue<'type', ShapeType>(at)
  const { onSet } = useFieldEvents<'type', ShapeType>(shapeFields.type.label, at)
  const pick = (value: string) => {
    const picked = SHAPES.find((shape) => shape === value)
    if (picked) onSet(picked)
  }
  return (
    <RadioGroup.Root className={styles.grid} aria-label={shapeFields.type.label} value={type} onValueChange={pick}>
      {SHAPES.map((shape) => (
        <RadioGroup.Item
          key={shape}
          value={shape}
          className={styles.item}
          aria-label={shapeName(shape)}
          title={shapeName(shape)}
        >
          <ShapeGlyph type={shape} />
        </RadioGroup.Item>
      ))}
    </RadioGroup.Root>
  )
}
