import { Check, CircleAlert } from 'lucide-react'
import { ProgressBar } from './ProgressBar.tsx'
import { Spinner } from './Spinner.tsx'
import styles from './StatusPill.module.css'

export interface Status {
  message: string
  tone: 'busy' | 'done' | 'failed'
  /** 0..1 of a step that can tell; shown as a bar. */
  fraction?: number | null
  /** What the fraction counts: 'Loading the model, 12 of 34 MB'. */
  detail?: string | undefined
  /** What can be done about it. */
  action?: { label: string; run(): void } | undefined
}

/** What is going on, over the canvas. Always in the page, so that a screen reader hears each change. */
export function StatusPill({ status }: { status: Status | null }) {
  return (
    <div className={styles.place}>
      {/* The words alone are live: a fraction that moves must not be read out again and again. */}
      <div className={status ? styles.pill : 'unseen'}>
        <div className={styles.line}>
          {status && <Glyph tone={status.tone} />}
          <div className={styles.words}>
            <span role="status">{status?.message}</span>
            {status?.detail && <span className={styles.detail}>{status.detail}</span>}
          </div>
          {status?.action && (
            <button type="button" className={styles.action} onClick={status.action.run}>
              {status.action.label}
            </button>
          )}
        </div>
        {status?.fraction !== undefined && status.fraction !== null && (
          <div className={styles.bar}>
            <ProgressBar label={status.message} fraction={status.fraction} />
          </div>
        )}
      </div>
    </div>
  )
}

function Glyph({ tone }: { tone: Status['tone'] }) {
  if (tone === 'busy') return <Spinner label={null} size={14} />
  const Icon = tone === 'done' ? Check : CircleAlert
  return <Icon className={tone === 'done' ? styles.done : styles.failed} strokeWidth={2} aria-hidden />
}
