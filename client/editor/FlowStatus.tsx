import { useSnapshot } from 'valtio'
import { NOT_ANALYZED } from '../flows/messages.ts'
import { StatusPill } from '../ui/StatusPill.tsx'
import styles from './FlowStatus.module.css'
import { useWorkspace } from './WorkspaceContext.tsx'

/** What the flows say, over the canvas (spec §4). A photo without a subject says so as long as nothing else is said. */
export function FlowStatus() {
  const { session, uploader } = useWorkspace()
  const { photo, separation } = useSnapshot(session.doc)
  const { status, busy } = useSnapshot(session.ui)
  const isUnseparated = photo !== null && separation === null && busy === null
  const retry = isUnseparated ? { action: { label: 'Try again', run: () => void uploader.retry() } } : {}
  return (
    <div className={styles.place}>
      <StatusPill
        status={
          status
            ? {
                message: status.text,
                tone: status.tone,
                fraction: status.progress,
                ...(status.detail ? { detail: status.detail } : {}),
                ...(status.tone === 'failed' ? retry : {}),
              }
            : isUnseparated
              ? { message: NOT_ANALYZED, tone: 'failed', ...retry }
              : null
        }
      />
    </div>
  )
}
