import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { useSession } from '#client/model/session/session.ts'
import type { Comparison } from '#client/model/session/ui/ui.ts'

interface Props {
  /** The preview's content while the button is held: the photo without enhancements, or the photo as opened. */
  to: Comparison
  isDisabled: boolean
}

/**
 * A button that shows the comparison `to` in the preview while the user holds the button down, with a pointer or a key.
 */
export function CompareButton({ to, isDisabled }: Props) {
  const { ui } = useSession()
  const { comparison } = useSnapshot(ui)
  const compare = (on: boolean) => {
    ui.comparison = on ? to : null
  }
  // ends a running comparison when the button is unmounted
  useEffect(
    () => () => {
      ui.comparison = null
    },
    [ui],
  )
  return (
    <Button
      icon={Eye}
      aria-pressed={comparison === to}
      disabled={isDisabled}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        compare(true)
      }}
      onPointerUp={() => compare(false)}
      onLostPointerCapture={() => compare(false)}
      onKeyDown={(event) => {
        if (event.key === ' ' || event.key === 'Enter') compare(true)
      }}
      onKeyUp={() => compare(false)}
      onBlur={() => compare(false)}
      onContextMenu={(event) => event.preventDefault()}
    >
      {t('Hold to compare')}
    </Button>
  )
}
