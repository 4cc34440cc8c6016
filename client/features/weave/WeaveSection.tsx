import { MousePointerClick, Spline } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useSwitchedTool } from '#client/editor/tools/switchedTool.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { RememberedSection } from '#client/kit/ui/controls/Section.tsx'
import { Tooltip } from '#client/kit/ui/overlays/Tooltip.tsx'
import type { LayerId } from '#client/kit/values/ids.ts'
import { useLayer } from '#client/layers/cards/useLayer.ts'
import { textBehind } from '#client/layers/text/bestPlace.ts'
import { frontFlags, lettersIn } from '#client/layers/text/front.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { useDocument, useSession, useSessionValue } from '#client/model/session/session.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import styles from './WeaveSection.module.css'
import { flipLetter, hidesEnough, TOO_LITTLE, WEAVE_ID, weaveName, weaveText } from './weaveText.ts'

/** Maximum number of letter buttons. For longer text, the user moves letters on the canvas. */
const MAX_BUTTONS = 60

/**
 * Moves letters of the selected text in front of or behind the subject. Hidden if no text layer behind the subject is
 * selected.
 */
export default function WeaveSection() {
  const session = useSession()
  const ui = useSnapshot(session.ui) as Ui
  const selected = textBehind(useDocument(), ui.selection)
  const layer = useLayer('text', selected?.id ?? ('' as LayerId))
  const [isOn, toggle] = useSwitchedTool(WEAVE_ID)
  if (!selected || !layer) return null
  return (
    <RememberedSection name="text-letters" title={t('Letters in front')}>
      <div className={styles.fields}>
        <WeaveButton layer={layer} />
        <Letters layer={layer} />
        <Button icon={MousePointerClick} isWide aria-pressed={isOn} onClick={toggle}>
          {t('Click letters in the image')}
        </Button>
      </div>
    </RememberedSection>
  )
}

function WeaveButton({ layer }: { layer: TextLayer }) {
  const session = useSession()
  const isDimmed = useSessionValue((session) => !hidesEnough(session))
  return (
    <Tooltip text={isDimmed ? t(TOO_LITTLE) : null}>
      <Button icon={Spline} isWide aria-disabled={isDimmed || undefined} onClick={() => weaveText(session)}>
        {weaveName(useSnapshot(layer).front)}
      </Button>
    </Tooltip>
  )
}

/** A toggle button for each letter. */
function Letters({ layer }: { layer: TextLayer }) {
  const session = useSession()
  const { text, front: inFront } = useSnapshot(layer)
  const letters = lettersIn(text).map((letter, position) => ({ letter, position }))
  const front = frontFlags({ text, front: inFront })
  if (letters.length > MAX_BUTTONS) return null
  return (
    <fieldset className={styles.letters} aria-label={t('Letters in front')} dir="auto">
      {letters.map(({ letter, position }) => (
        <Button
          key={position}
          size="small"
          aria-pressed={front[position] === true}
          aria-label={t('Letter {letter} in front', { letter })}
          onClick={() => flipLetter(session, layer.id, position)}
        >
          {letter}
        </Button>
      ))}
    </fieldset>
  )
}
