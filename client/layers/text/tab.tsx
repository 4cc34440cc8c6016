import { Box, LayoutTemplate, Plus } from 'lucide-react'
import { EmojiText } from '#client/kit/emoji/EmojiText.tsx'
import { graphemesOf } from '#client/kit/i18n/format.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { COARSE } from '#client/kit/ui/hooks.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { useSession } from '#client/model/session/session.ts'
import { TEMPLATES_PANEL } from '#client/model/session/ui/ui.ts'
import { LayerTab } from '../cards/LayerTab.tsx'
import { addText } from './addText.ts'
import { editInPanel } from './editInPanel.ts'
import { cachedLayoutOf, weightOf } from './paint/measure.ts'
import { paragraphStyleOf } from './paint/paintOptions.ts'
import { FIRST_PRESET, presetEffect } from './panel/presets.ts'
import TextPanel from './panel.tsx'
import { nameOfText, type TextValues, textFields, withAutomaticColors } from './schema.ts'
import { addAtBestPlace, Starters } from './starters/Starters.tsx'
import styles from './TextTab.module.css'

export default function TextTab() {
  const session = useSession()
  const add = () => {
    const id = addText(session)
    if (id) edit(id)
  }
  const edit = (id: LayerId) => {
    // on touch screens, the user types on the canvas, because the on-screen keyboard covers the panel
    if (matchMedia(COARSE).matches) session.ui.typing = id
    else editInPanel(session, id)
  }
  return (
    <LayerTab
      kind="text"
      busyReason={t('You can add text once the subject is found.')}
      glyph={({ text, fontFamily }) => (
        <span style={{ fontFamily: `"${fontFamily}", var(--font)` }}>
          <EmojiText text={graphemesOf(nameOfText(text))[0] ?? ''} />
        </span>
      )}
      panel={TextPanel}
      palette={
        <>
          <div className={styles.template}>
            <Button icon={LayoutTemplate} isWide onClick={() => (session.ui.panel = TEMPLATES_PANEL)}>
              {t('Start with a template')}
            </Button>
          </div>
          <Starters onAdded={edit} />
        </>
      }
    >
      {(first, others) => (
        <>
          <Button {...first} icon={Plus} onClick={add}>
            {t('Add Text')}
          </Button>
          <Button {...others} icon={Box} onClick={() => void addAtBestPlace(session, solidText(), 'background', edit)}>
            {t('Add 3D Text')}
          </Button>
        </>
      )}
    </LayerTab>
  )
}

/** Returns the fields of new 3D text. Size and position have their default values. */
function solidText(): TextValues {
  const words = { ...defaults(textFields), text: t('new text') }
  const { box } = cachedLayoutOf(words.text, words.fontFamily, weightOf(words.fontWeight), paragraphStyleOf(words))
  const threeDEffect = presetEffect(FIRST_PRESET, words, box.width * words.fontSize)
  return withAutomaticColors({ ...words, threeDEffect })
}
