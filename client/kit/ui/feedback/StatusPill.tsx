import { Check, CircleAlert } from 'lucide-react'
import { ProgressBar } from './Progress.tsx'
import styles from './StatusPill.module.css'

export interface PillStatus {
  message: string
  /**
   * A busy status has a progress bar instead of an icon. A hint has no icon and is not announced, because the panel
   * announces the instruction.
   */
  tone: 'busy' | 'done' | 'failed' | 'hint'
  /** Progress 0..1 of a busy status. Null or absent while the progress is unknown: the bar is indeterminate. */
  fraction?: number | null
  /** Details of the progress, such as 'Loading the model, 12 of 34 MB'. */
  detail?: string | undefined
  /** A button next to the message, such as Retry. Without `run` the button is disabled. */
  action?: { label: string; run?(): void } | undefined
}

/**
 * The status message over the canvas. Without a status, an empty element stays in the page, because screen readers
 * announce only changes to existing live regions.
 */
export function StatusPill({ status }: { status: PillStatus | null }) {
  return (
    <div className={styles.place}>
      {/* Only the message is a live region, so that screen readers don't announce each progress update. */}
      <div className={status ? styles.pill : 'unseen'}>
        <div className={styles.line}>
          {status && <Glyph tone={status.tone} />}
          <div className={styles.words}>
            <span role="status">{status?.tone === 'hint' ? null : status?.message}</span>
            {status?.tone === 'hint' && <span aria-hidden>{status.message}</span>}
            {status?.detail && <span className={styles.detail}>{status.detail}</span>}
          </div>
          {status?.action && (
            <button
              type="button"
              className={styles.action}
              disabled={!status.action.run}
              onClick={() => status.action?.run?.()}
            >
              {status.action.label}
            </button>
          )}
        </div>
        {status?.tone === 'busy' && (
          <div className={styles.bar}>
            <ProgressBar label={status.message} fraction={status.fraction ?? null} />
          </div>
        )}
      </div>
    </div>
  )
}

function Glyph({ tone }: { tone: PillStatus['tone'] }) {
  if (tone === 'hint' || tone === 'busy') return null
  const Icon = tone === 'done' ? Check : CircleAlert
  return <Icon className={tone === 'done' ? styles.done : styles.failed} strokeWidth={2} aria-hidden />
}
