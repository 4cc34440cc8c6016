import { t } from '../../kit/i18n/translate.ts'
import { useFieldEvents, useFieldValue } from '../controls/useField.ts'
import { SHAPES, type ShapeType } from './outlines.ts'
import { ShapeGlyph } from './ShapeGlyph.tsx'
import styles from './ShapeGrid.module.css'
import { type ShapeLayer, shapeFields } from './schema.ts'
import { shapeName } from './shapeName.ts'

/** The choice of the shape's type, by icons. */
export function ShapeGrid({ layer }: { layer: ShapeLayer }) {
  const at = { path: layer.id, record: layer, name: 'type' } as const
  const type = useFieldValue<'type', ShapeType>(at)
  const { onSet } = useFieldEvents<'type', ShapeType>(t(shapeFields.type.label), at)
  return (
    <div role="radiogroup" className={styles.grid} aria-label={t(shapeFields.type.label)}>
      {SHAPES.map((shape) => (
        <label key={shape} className={styles.item} title={shapeName(shape)}>
          <input
            type="radio"
            name={`${layer.id}.type`}
            className={styles.input}
            aria-label={shapeName(shape)}
            checked={shape === type}
            onChange={() => onSet(shape)}
          />
          <ShapeGlyph type={shape} />
        </label>
      ))}
    </div>
  )
}
