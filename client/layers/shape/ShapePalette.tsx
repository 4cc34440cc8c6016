import { t } from '../../kit/i18n/translate.ts'
import { useSession } from '../../model/session/SessionContext.tsx'
import { addLayer } from '../actions.ts'
import { SHAPES } from './outlines.ts'
import { ShapeGlyph } from './ShapeGlyph.tsx'
import styles from './ShapeGrid.module.css'
import { shapeName } from './shapeName.ts'

/** All shapes as buttons; a click adds the shape. */
export function ShapePalette() {
  const session = useSession()
  return (
    <fieldset className={styles.palette} aria-label={t('Shapes to add')}>
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
