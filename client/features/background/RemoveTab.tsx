import { Check, Eraser, RotateCcw } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { Slot } from '#client/editor/host/Slot.tsx'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { PanelFields } from '#client/layers/cards/LayerFields.tsx'
import { CompareButton } from '#client/layers/controls/CompareButton.tsx'
import { useDocument } from '#client/model/session/session.ts'
import { createBackgrounds } from './backgrounds.ts'
import styles from './tabs.module.css'

/** The Remove BG tab, which makes the background transparent. */
export default function RemoveTab() {
  const { session, flow } = useWorkspace()
  const { separation, backdrop } = useDocument()
  const { busy } = useSnapshot(session.ui)
  const isRemoved = backdrop.type === 'transparent'
  return (
    <PanelFields>
      <Button
        look="primary"
        isWide
        icon={isRemoved ? Check : Eraser}
        disabled={isRemoved || separation === null || busy !== null}
        onClick={() => flow(createBackgrounds).remove()}
      >
        {isRemoved ? t('Background Removed') : t('Remove BG')}
      </Button>
      <p className={styles.hint}>
        {isRemoved
          ? t('The checkerboard shows transparent areas. They stay transparent in the downloaded PNG.')
          : hintOf(separation !== null, busy !== null)}
      </p>
      <CompareButton to="photo" isDisabled={!isRemoved} />
      <ResetBackground isDisabled={!isRemoved} />
      <Slot name="subjectTools" />
    </PanelFields>
  )
}

function hintOf(hasSubject: boolean, isBusy: boolean): string {
  if (isBusy) return t('You can remove the background once the subject is found.')
  return hasSubject
    ? t('Keeps the subject and makes everything behind it transparent.')
    : t('No subject found in this photo. Select the subject first.')
}

/**
 * The Reset Background button. Both background tabs show it, so that the user can undo any change to the background.
 */
export function ResetBackground({ isDisabled }: { isDisabled: boolean }) {
  const { flow } = useWorkspace()
  return (
    <Button icon={RotateCcw} isWide disabled={isDisabled} onClick={() => flow(createBackgrounds).reset()}>
      {t('Reset Background')}
    </Button>
  )
}
