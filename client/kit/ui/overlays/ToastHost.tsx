import { CircleAlert, X } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../i18n/translate.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { cx } from '../cx.ts'
import { useLatest } from '../useLatest.ts'
import styles from './ToastHost.module.css'
import type { ShownToast, Toasts } from './toasts.ts'

/** Renders `toasts`. Radix's toasts are not used: they announce failures politely instead of assertively, and twice. */
export function ToastHost({ toasts }: { toasts: Toasts }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.current)
  const [isHeld, setHeld] = useState(false)
  return createPortal(
    <section
      className={styles.region}
      aria-label={t('Notifications')}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {shown.map((toast) => (
        <Card key={toast.id} toast={toast} isHeld={isHeld} onClose={() => toasts.dismiss(toast.id)} />
      ))}
    </section>,
    document.body,
  )
}

const READING_MS = 5_000
/** How long failures and toasts with an action stay, ms. */
const LONG_READING_MS = 9_000

/** A toast that closes after a timeout. The timeout restarts when the pointer and the focus have left the region. */
function Card({ toast, isHeld, onClose }: { toast: ShownToast; isHeld: boolean; onClose(): void }) {
  const { title, description, action, isDestructive, isLasting } = toast
  const readingMs = action || isDestructive ? LONG_READING_MS : READING_MS
  const close = useLatest(onClose)
  useEffect(() => {
    if (isHeld || isLasting) return
    const timer = setTimeout(() => close.current(), readingMs)
    return () => clearTimeout(timer)
  }, [isHeld, isLasting, close, readingMs])

  const act = () => {
    action?.run()
    onClose()
  }
  return (
    <div className={cx(styles.toast, isDestructive && styles.destructive)} role={isDestructive ? 'alert' : 'status'}>
      {isDestructive && <CircleAlert className={styles.icon} strokeWidth={1.75} aria-hidden />}
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {action && (
        <Button size="small" look="outline" onClick={act}>
          {action.label}
        </Button>
      )}
      <IconButton label={t('Dismiss')} icon={X} size="small" onClick={onClose} />
    </div>
  )
}
