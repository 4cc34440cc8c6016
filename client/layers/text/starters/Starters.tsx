import type { LayerId } from '#client/kit/base/ids.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { useSession } from '#client/model/session/session.ts'
import { usePhotoColors } from '../../shared/usePhotoColors.ts'
import { weightOf } from '../paint/measure.ts'
import { StyleTile } from '../styles/StyleTile.tsx'
import { addStarter } from './addStarter.ts'
import styles from './Starters.module.css'
import { STARTERS, type Starter, starterColors, starterValues } from './starters.ts'

/** Headings as images in the photo's colours. A click adds the text, and `onAdded` receives the new layer. */
export function Starters({ onAdded }: { onAdded(id: LayerId): void }) {
  const session = useSession()
  const colors = starterColors(usePhotoColors())

  async function add(starter: Starter) {
    const values = starterValues(starter, colors, t(starter.words))
    // without the font, the words are measured in the fallback font
    await loadFont(values.fontFamily, weightOf(values.fontWeight))
    const id = addStarter(session, starter, values)
    if (id) onAdded(id)
  }

  return (
    <section className={styles.starters} aria-label={t('Headings')}>
      <h3 className={styles.caption}>{t('Headings')}</h3>
      <div className={styles.tiles}>
        {STARTERS.map((starter) => {
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
