import { Minus, MousePointerClick, Plus, Sparkles } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { NOT_ANALYZED } from '../../flows/messages.ts'
import { PanelFields } from '../../layers/cards/PanelFields.tsx'
import { Button } from '../../ui/Button.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { useWorkspace } from '../WorkspaceContext.tsx'
import { Hypotheses } from './Hypotheses.tsx'
import { PanelFoot } from './PanelFoot.tsx'
import styles from './panels.module.css'

const WAYS = [
  { value: 'add', label: 'Add', icon: Plus },
  { value: 'remove', label: 'Remove', icon: Minus },
] as const

/** Choosing the subject: by clicks and boxes on the photo, or as what was found in it. */
export default function ChoosePanel() {
  const { photo } = useSnapshot(useWorkspace().session.doc)
  if (photo) return <ChooseFields key={photo.asset} />
  return <EmptyState icon={MousePointerClick} text="Please upload an image first to choose its subject" />
}

function ChooseFields() {
  const { session, chooser } = useWorkspace()
  const { ui } = session
  const { separation } = useSnapshot(session.doc)
  const { busy, subject } = useSnapshot(ui)
  useEffect(() => {
    if (busy === null) void chooser.look()
  }, [chooser, busy])
  useEffect(() => () => chooser.leave(), [chooser])
  return (
    <>
      <PanelFields>
        {separation === null && busy === null && (
          <div className={styles.missing}>
            <p role="status">{NOT_ANALYZED}</p>
            <p>Or show here what its subject is.</p>
          </div>
        )}
        <Segmented
          label="A click"
          value={subject.adds ? 'add' : 'remove'}
          options={WAYS}
          onChange={(way) => {
            ui.subject.adds = way === 'add'
          }}
        />
        <p className={styles.hint}>
          Click what belongs to the subject, or drag a box around it. With Alt a click does the opposite.
        </p>
        {separation !== null && (
          <Button icon={Sparkles} isWide disabled={busy !== null} onClick={() => chooser.begin('found')}>
            Everything found
          </Button>
        )}
        <Hypotheses />
      </PanelFields>
      <PanelFoot />
    </>
  )
}
