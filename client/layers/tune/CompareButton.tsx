import { Eye } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { t } from '../../kit/i18n/translate.ts'
import { Button } from '../../kit/ui/controls/Button.tsx'
import { useSession } from '../../model/session/SessionContext.tsx'

/** Hold to compare: while it is pressed, by pointer or key, the preview shows the photo without enhancements. */
export function CompareButton({ isDisabled }: { isDisabled: boolean }) {
  const { tune } = useSession().ui
  const { isComparing } = useSnapshot(tune)
  const compare = (on: boolean) => {
    tune.isComparing = on
  }
  // Unmounting ends the comparison.
  useEffect(
    () => () => {
      tune.isComparing = false
    },
    [tune],
  )
  return (
    <Button
      icon={Eye}
      aria-pressed={isComparing}
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
