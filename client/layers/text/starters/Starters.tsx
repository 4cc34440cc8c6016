import { useSnapshot } from 'valtio'
import type { LayerId } from '#client/kit/base/ids.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { type Session, snapshotOf, useSession } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { addLayer } from '../../actions.ts'
import { usePhotoColors } from '../../shared/usePhotoColors.ts'
import { atBestPlace } from '../bestPlace.ts'
import { weightOf } from '../paint/measure.ts'
import type { TextLayer, TextValues } from '../schema.ts'
import { StyleTile } from '../styles/StyleTile.tsx'
import styles from './Starters.module.css'
import { placementOf, STARTERS, type Starter, starterColors, starterValues, suits } from './starters.ts'

/**
 * Shows suggested headings as images in the photo's colours. A click adds a heading. `onAdded` receives the new layer's
 * id.
 */
export function Starters({ onAdded }: { onAdded(id: LayerId): void }) {
  const session = useSession()
  const { backdrop } = useSnapshot(session.doc)
  const replaced = backdrop.type === 'color' ? backdrop.color : null
  const colors = starterColors(usePhotoColors(), backdrop.type === 'original' ? undefined : replaced)

  async function add(starter: Starter) {
    const values = starterValues(starter, colors, t(starter.words))
    // until the font is loaded, the words are measured in the fallback font
    await loadFont(values.fontFamily, weightOf(values.fontWeight))
    const id = addStarter(session, starter, values)
    if (id) onAdded(id)
  }

  return (
    <section className={styles.starters} aria-label={t('Headings')}>
      <h3 className={styles.caption}>{t('Headings')}</h3>
      <div className={styles.tiles}>
        {STARTERS.filter((starter) => suits(starter, t(starter.words))).map((starter) => {
          const values = starterValues(starter, colors, t(starter.words))
          return (
            <StyleTile
              key={starter.name}
              name={t(starter.name)}
              letters={values.text}
              values={values}
              onPress={() => void add(starter)}
            />
          )
        })}
      </div>
    </section>
  )
}

/**
 * Adds and selects a heading as one undo step. A heading behind the subject gets the position where most of its letters
 * can be read. Null when no text can be added.
 */
function addStarter(session: Session, starter: Starter, values: TextValues): LayerId | null {
  const doc = snapshotOf(session)
  const matte = matteOf(doc, session.assets)
  const layer = { ...values, id: '' as LayerId, kind: 'text', placement: placementOf(starter) } as TextLayer
  const { fontSize, position, placement } = atBestPlace(layer, doc, matte)
  return addLayer(session, 'text', { ...values, fontSize, position, placement })
}
