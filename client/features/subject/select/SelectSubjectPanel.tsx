import { Minus, Plus, Sparkles, Type, UserRound } from 'lucide-react'
import { useSnapshot } from 'valtio'
import { useCommands, useDisabledReason } from '#client/editor/commands/CommandButton.tsx'
import { runCommand } from '#client/editor/commands/command.ts'
import { NOT_ANALYZED } from '#client/editor/flows/messages.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { COARSE, useMedia } from '#client/kit/ui/hooks.ts'
import { PanelFields } from '#client/layers/cards/LayerFields.tsx'
import { isExtended } from '#client/model/document/backdrop.ts'
import { useDocument } from '#client/model/session/session.ts'
import { isSubjectMissing } from '#client/model/session/ui/subject.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'
import { useMattesOf } from '../objects/notLifted.ts'
import { PanelFoot } from '../PanelFoot.tsx'
import styles from '../panels.module.css'
import { useSelector } from '../subjectFlows.ts'
import { NOT_EXTENDED, subjectState, useSubjectState } from '../subjectState.ts'
import { NO_SUBJECT } from '../useSubjectStatus.ts'
import { CandidateMasks } from './CandidateMasks.tsx'

const WAYS = [
  { value: 'add', label: 'Add', icon: Plus },
  { value: 'remove', label: 'Remove', icon: Minus },
] as const

/** The panel where the user selects the subject with clicks and boxes on the photo, or from suggestions. */
export default function SelectSubjectPanel() {
  const { photo } = useDocument()
  return <SelectSubjectFields key={photo?.asset} />
}

function SelectSubjectFields() {
  const { session } = useWorkspace()
  const selector = useSelector()
  const commands = useCommands()
  const addText = commands.commands.of('add-text')
  const mayAddText = useDisabledReason(addText) === null
  const { ui } = session
  const doc = useDocument()
  const { photo, separation, backdrop } = doc
  const erased = useMattesOf(liftedLayers(doc).filter(({ isHidden }) => isHidden))
  const isOff = isExtended({ backdrop })
  const { busy, subject } = useSnapshot(ui)
  const { adds } = useSubjectState()
  const isMissing = isSubjectMissing({ photo, separation }, { subject })
  const isTouch = useMedia(COARSE)
  return (
    <>
      <PanelFields>
        {separation === null && busy === null && (
          <div className={styles.missing}>
            <p role="status">{t(isMissing ? NO_SUBJECT : NOT_ANALYZED)}</p>
            {!isMissing && <p>{t('Or select the subject yourself.')}</p>}
            {isMissing && mayAddText && (
              <Button icon={Type} onClick={() => runCommand(addText, commands)}>
                {t('Add Text')}
              </Button>
            )}
          </div>
        )}
        {isOff && <p className={styles.hint}>{t(NOT_EXTENDED.reason)}</p>}
        <Segmented
          label={t('Selection mode')}
          value={adds ? 'add' : 'remove'}
          options={tLabels(WAYS)}
          onChange={(way) => {
            subjectState(session).adds = way === 'add'
          }}
        />
        <p className={styles.hint}>
          {isTouch
            ? t('Tap or drag a box to add or remove an area.')
            : t('Click or drag a box to add or remove an area. Hold Alt to switch between the two.')}
        </p>
        <div className={styles.tools}>
          {separation !== null && (
            <Button icon={Sparkles} disabled={busy !== null || isOff} onClick={() => selector.begin('found')}>
              {t('Select everything found')}
            </Button>
          )}
          <Button icon={UserRound} disabled={busy !== null || isOff} onClick={() => selector.begin('people')}>
            {t('Select people only')}
          </Button>
        </div>
        <CandidateMasks status={t('Finding possible subjects…')} taken={erased} />
      </PanelFields>
      <PanelFoot />
    </>
  )
}
