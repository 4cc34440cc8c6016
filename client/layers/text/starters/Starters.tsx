import { useSnapshot } from 'valtio'
import { createLatestTask } from '#client/kit/async/scheduling.ts'
import { isFontLoaded, loadFont } from '#client/kit/fonts/load.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { uprightRotation } from '#client/model/document/crop.ts'
import type { Placement } from '#client/model/document/document.ts'
import { type Session, snapshotOf, useSession } from '#client/model/session/session.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { addLayer, mayAddLayers } from '../../actions.ts'
import { usePhotoColors } from '../../colors/usePhotoColors.ts'
import { atBestPlace } from '../bestPlace.ts'
import { tonesOf } from '../contrast.ts'
import { offerInFront } from '../hiddenText.ts'
import { faceFor, type TextLayer, type TextValues } from '../schema.ts'
import { StyleTile } from '../styles/StyleTile.tsx'
import styles from './Starters.module.css'
import { placementOf, STARTERS, starterColors, starterValues, suits } from './starters.ts'

/**
 * Suggested headings, shown as images in the photo's colors. Clicking a heading adds it as a text layer. `onAdded` is
 * called with the new layer's id.
 */
export function Starters({ onAdded }: { onAdded(id: LayerId): void }) {
  const session = useSession()
  const { backdrop } = useSnapshot(session.doc)
  const replaced = backdrop.type === 'color' ? backdrop.color : null
  const colors = starterColors(usePhotoColors(), backdrop.type === 'original' ? undefined : replaced)

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
              onPress={() => void addAtBestPlace(session, values, placementOf(starter), onAdded)}
            />
          )
        })}
      </div>
    </section>
  )
}

/** Adds one heading at a time. A newer press replaces a press that waits for its font. */
const adding = memoOn((_: Session) => createLatestTask())

/**
 * Adds and selects a text layer at its best place (`atBestPlace`), as one undo step. `onAdded` is called with the new
 * layer's id. If the font isn't loaded, first waits for the font. Does nothing while layers can't be added, and if the
 * user has opened another photo or pressed another heading during the wait.
 */
export function addAtBestPlace(
  session: Session,
  values: TextValues,
  placement: Placement,
  onAdded: (id: LayerId) => void,
): Promise<void> {
  return adding(session).run(async (signal) => {
    const face = faceFor(values)
    // If the font is already loaded, there is no wait, because phones open the keyboard only during the tap. Without
    // the font, the text would be measured in the fallback font.
    if (!isFontLoaded(...face)) {
      const asset = session.doc.photo?.asset
      await loadFont(...face)
      const isSamePhoto = session.doc.photo?.asset === asset
      if (signal.aborted || !isSamePhoto || !mayAddLayers({ doc: snapshotOf(session), ui: session.ui })) return
    }
    const [doc, { assets }] = [snapshotOf(session), session]
    const rotation = uprightRotation(doc, true)
    const layer = { ...values, rotation, id: '' as LayerId, kind: 'text', placement } as TextLayer
    const { id: _, kind, ...placed } = atBestPlace(layer, doc, matteOf(doc, assets), tonesOf(doc, assets))
    const id = addLayer(session, kind, placed)
    if (!id) return
    onAdded(id)
    offerInFront(session, { ...placed, id, kind, placement }, true)
  })
}
