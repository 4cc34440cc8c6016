import { t } from '#client/kit/i18n/translate.ts'
import { useSession } from '#client/model/session/session.ts'
import { addLayer } from '../actions.ts'
import { useFieldEvents, useFieldValue } from '../controls/useField.ts'
import { isOpen, outlineOf, SHAPES, type ShapeType } from './outlines.ts'
import styles from './ShapeGrid.module.css'
import { type ShapeLayer, shapeFields, shapeName } from './schema.ts'

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

/** Icon of a shape, drawn from the path that the canvas uses. */
export function ShapeGlyph({ type, isStroked, color }: { type: ShapeType; isStroked?: boolean; color?: string }) {
  const isLine = isStroked || isOpen(type)
  return (
    <svg viewBox="-56 -56 112 112" width="20" height="20" aria-hidden="true">
      <path
        d={outlineOf(type)}
        fill={isLine ? 'none' : (color ?? 'currentColor')}
        stroke={isLine ? (color ?? 'currentColor') : 'none'}
        strokeWidth={10}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  )
}

export function ShapePalette() {
  const session = useSession()
  return (
    <fieldset className={styles.palette} aria-label={t('Add a shape')}>
      {SHAPES.map((type) => (
        <button
          key={type}
          type="button"
          className={styles.item}
          aria-label={shapeName(type)}
          title={shapeName(type)}
          onClick={() => addLayer(session, 'shape', { type })}
        >
          <ShapeGlyph type={type} />
        </button>
      ))}
    </fieldset>
  )
}
