import { Check, Group, Users, WandSparkles } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import { COARSE, NARROW, useMedia } from '#client/kit/ui/hooks.ts'
import { isErased } from '#client/layers/actions.ts'
import { LayerTab } from '#client/layers/cards/LayerTab.tsx'
import ObjectPanel from '#client/layers/object/panel.tsx'
import { isExtended } from '#client/model/document/backdrop.ts'
import { useDocument } from '#client/model/session/session.ts'
import { OBJECTS_PANEL } from '#client/model/session/ui/subject.ts'
import { matteOf } from '#client/render/matting/mask-edits/editedMattes.ts'
import { liftedLayers } from '#client/render/objects/lifted.ts'
import styles from '../panels.module.css'
import { CandidateMasks } from '../select/CandidateMasks.tsx'
import { useSelector } from '../subjectFlows.ts'
import { NOT_EXTENDED, subjectState, useSubjectState } from '../subjectState.ts'
import { liftPeople } from './commands.ts'
import { useMattesOf } from './notLifted.ts'

/**
 * The Objects panel, which lists lifted objects. The user lifts or erases objects with clicks, boxes and suggestions.
 */
export default function ObjectsPanel() {
  const workspace = useWorkspace()
  const { session } = workspace
  const { subject } = useSnapshot(session.ui)
  const doc = useDocument()
  const objects = liftedLayers(doc)
  const lifted = useMattesOf(objects)
  const toErase = subject.lifts === 'erase' ? matteOf(doc, session.assets) : null
  useEffect(
    () => () => {
      if (session.ui.panel !== OBJECTS_PANEL) session.ui.subject.lifts = null
    },
    [session],
  )
  return (
    <>
      <LayerTab
        kind="object"
        busyReason={t('You can lift objects once the subject is found.')}
        glyph={(layer) => (isErased(layer, doc) ? <WandSparkles size={18} /> : <Group size={18} />)}
        panel={ObjectPanel}
      >
        {(_, button) => {
          const find = (
            <Button
              {...button}
              disabled={button.disabled || isExtended(doc)}
              icon={Users}
              onClick={() => liftPeople(workspace)}
            >
              {t('Find people')}
            </Button>
          )
          if (subject.lifts === null) return find
          return <LiftFields erases={subject.lifts === 'erase'}>{subject.lifts === 'lift' && find}</LiftFields>
        }}
      </LayerTab>
      {isExtended(doc) && <p className={styles.hint}>{t(NOT_EXTENDED.reason)}</p>}
      {subject.lifts !== null && (
        <div className={styles.suggestions}>
          <CandidateMasks status={t('Finding objects…')} taken={lifted} isForObjects subject={toErase} />
        </div>
      )}
      {subject.lifts === null && objects.length === 0 && (
        <p className={cx(styles.empty, styles.hint)}>
          {t('Lift an object to move it as a layer. Erase an object to fill the background in its place.')}
        </p>
      )}
    </>
  )
}

const EXTENTS = [
  { value: 'whole', label: 'Whole' },
  { value: 'part', label: 'Part' },
] as const

/** The panel's content while the user lifts objects with clicks on the photo. `children`: a button next to Done. */
function LiftFields({ erases, children }: { erases: boolean; children: ReactNode }) {
  const { session } = useWorkspace()
  const doc = useDocument()
  const { backdrop } = doc
  const liftedCount = liftedLayers(doc).length
  const [countBefore] = useState(liftedCount)
  const selector = useSelector()
  const { isPart, marked, preview } = useSubjectState()
  const isTouch = useMedia(COARSE)
  const isNarrow = useMedia(NARROW)
  const toErase = isTouch
    ? t('Tap an object to erase it, or drag a box around it. The editor fills in the background.')
    : t('Click an object to erase it, or drag a box around it. The editor fills in the background.')
  const toLift = isTouch
    ? t('Tap an object to turn it into a layer, or drag a box around it.')
    : t('Click an object to turn it into a layer, or drag a box around it.')
  const hint = marked ? t('Tap the marked area again to confirm.') : erases ? toErase : toLift
  return (
    <div className={styles.lifting}>
      <p className={styles.hint} role="status">
        {hint} {!isTouch && t('Hold Alt to select only a part of it.')}
      </p>
      {backdrop.type !== 'original' && (
        <p className={styles.hint}>
          {t('You’re seeing the original photo. Your new background returns when you’re done.')}
        </p>
      )}
      <div className={styles.tools}>
        {(isTouch || isPart || marked) && (
          <Segmented
            label={t('Selection mode')}
            value={isPart ? 'part' : 'whole'}
            options={tLabels(EXTENTS)}
            onChange={(extent) => {
              subjectState(session).isPart = extent === 'part'
              if (marked) selector.point(marked, extent === 'whole', true)
            }}
          />
        )}
        {children}
        {marked ? (
          <Button look="primary" icon={Check} isWide disabled={!preview} onClick={() => selector.confirm()}>
            {erases ? t('Erase marked area') : t('Lift marked area')}
          </Button>
        ) : (
          <Button
            look={liftedCount > countBefore ? 'primary' : 'soft'}
            icon={Check}
            isWide
            onClick={() => {
              if (erases && isNarrow) session.ui.panel = null
              else session.ui.subject.lifts = null
            }}
          >
            {t('Done')}
          </Button>
        )}
      </div>
    </div>
  )
}
