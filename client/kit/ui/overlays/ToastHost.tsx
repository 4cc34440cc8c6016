import { CircleAlert, X } from 'lucide-react'
import { type FocusEvent, useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../i18n/translate.ts'
import { Button } from '../controls/Button.tsx'
import { IconButton } from '../controls/IconButton.tsx'
import { cx } from '../cx.ts'
import { SMALL, useLatest, useMedia } from '../hooks.ts'
import styles from './ToastHost.module.css'
import type { ShownToast, Toasts } from './toasts.ts'

/**
 * Renders the toasts, on small screens only the newest one. While a toast is hovered or focused, no toast times out.
 * Decision 88 explains why this component doesn't use Radix Toast.
 */
export function ToastHost({ toasts }: { toasts: Toasts }) {
  const all = useSyncExternalStore(toasts.subscribe, toasts.current)
  const shown = useMedia(SMALL) ? all.slice(-1) : all
  const [isPointed, setPointed] = useState(false)
  const { isFocused, ...focus } = useFocusWithin(shown)
  const isHeld = isPointed || isFocused
  return createPortal(
    <section
      {...focus}
      className={styles.region}
      aria-label={t('Notifications')}
      aria-live="off" // each toast is a live region; with this attribute, dialogs don't hide the toasts
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
    >
      {shown.map((toast) => (
        <Card key={toast.id} toast={toast} isHeld={isHeld} onClose={() => toasts.dismiss(toast.id)} />
      ))}
    </section>,
    document.body,
  )
}

/**
 * Returns whether the focus is in the region, and the props that let the region observe the focus. When a focused
 * toast is removed, the focus returns to the element that had the focus before.
 */
function useFocusWithin(shown: readonly ShownToast[]) {
  const ref = useRef<HTMLElement>(null)
  const before = useRef<HTMLElement | null>(null)
  const [isFocused, setFocused] = useState(false)

  // React fires no blur event for an element that it removes.
  useLayoutEffect(() => {
    if (!isFocused || (shown.length > 0 && ref.current?.contains(document.activeElement))) return
    setFocused(false)
    if (document.activeElement === document.body) before.current?.focus({ preventScroll: true })
  }, [isFocused, shown])

  const onFocus = ({ relatedTarget }: FocusEvent) => {
    setFocused(true)
    if (ref.current?.contains(relatedTarget)) return
    before.current = relatedTarget instanceof HTMLElement ? relatedTarget : null
  }
  return { isFocused, ref, onFocus, onBlur: () => setFocused(false) }
}

const READING_MS = 5_000
/** Display time of failures and of toasts with an action, ms. */
const LONG_READING_MS = 9_000

/**
 * A toast that closes after a timeout. While the pointer or the focus is in the region, the timeout is stopped.
 */
function Card({ toast, isHeld, onClose }: { toast: ShownToast; isHeld: boolean; onClose(): void }) {
  const { title, description, detail, action, otherAction, isDestructive, isLasting } = toast
  const readingMs = action || isDestructive ? LONG_READING_MS : READING_MS
  const close = useLatest(onClose)
  useEffect(() => {
    if (isHeld || isLasting) return
    const timer = setTimeout(() => close.current(), readingMs)
    return () => clearTimeout(timer)
  }, [isHeld, isLasting, close, readingMs])

  // a dialog hides the toasts that are older than the dialog
  const [dialog] = useState(() => document.querySelector('[data-scrim]'))
  return (
    <div
      className={cx(styles.toast, isDestructive && styles.destructive, dialog && styles.ofDialog)}
      role={isDestructive ? 'alert' : 'status'}
      data-toast
    >
      {isDestructive && <CircleAlert className={styles.icon} strokeWidth={1.75} aria-hidden />}
      <div className={styles.words}>
        <p className={styles.title}>{title}</p>
        {description && <p className={styles.description}>{description}</p>}
        {detail && <p className={styles.description}>{detail}</p>}
      </div>
      {[action, otherAction].map(
        (each) =>
          each && (
            <Button
              key={each.label}
              size="small"
              look="outline"
              className={styles.action}
              onClick={() => {
                each.run()
                onClose()
              }}
            >
              {each.label}
            </Button>
          ),
      )}
      <IconButton label={t('Dismiss')} icon={X} size="small" onClick={onClose} />
    </div>
  )
}
