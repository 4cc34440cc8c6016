import { startTransition, useCallback, useEffect, useState } from 'react'
import { useCommands } from '#client/editor/commands/CommandButton.tsx'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { createListeners } from '#client/kit/async/listeners.ts'
import { isTyping } from '#client/kit/browser/keyboard.ts'
import { deviceStorage, tryWrite } from '#client/kit/device-storage/deviceStorage.ts'
import { useLanguage } from '#client/kit/i18n/language.ts'
import { directionOf } from '#client/kit/i18n/languages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { RAIL_BELOW, useLatest, useMedia } from '#client/kit/ui/hooks.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'
import type LoadedTour from './Tour.tsx'

/** Fires when the user starts the tour. */
const starts = memoOn((_: Session) => createListeners())

export const startTour = (session: Session): void => starts(session).emit()

/**
 * Renders the tour while it is running. On the first visit, the tour starts by itself. If its code can't be loaded, a
 * toast reports the error.
 */
export function TourSlot() {
  const { session } = useWorkspace()
  const { doc, ui, notices } = session
  const { tabs } = useCommands()
  const [run, setRun] = useState<{ Tour: typeof LoadedTour; key: number; hasPhoto: boolean } | null>(null)
  const isBelow = useMedia(RAIL_BELOW)
  const beside = directionOf(useLanguage()) === 'rtl' ? 'left' : 'right'

  const start = useCallback(() => {
    import('./Tour.tsx').then(
      ({ default: Tour }) =>
        startTransition(() => setRun((last) => ({ Tour, key: (last?.key ?? 0) + 1, hasPhoto: doc.photo !== null }))),
      () => notices.toast({ title: t('Failed to load the tour. Please try again.'), isDestructive: true }),
    )
  }, [doc, notices])
  useFirstVisit(ui, start)
  useEffect(() => starts(session).subscribe(start), [session, start])

  if (!run) return null
  const end = () => {
    rememberTour()
    setRun(null)
  }
  const { Tour, key, hasPhoto } = run
  return <Tour key={key} tabs={tabs} hasPhoto={hasPhoto} side={isBelow ? 'top' : beside} onEnd={end} />
}

const KEY = 'midground-tour'
const SEEN = 'seen'
/** Delay before the tour starts on the first visit, ms. */
export const AUTO_START_MS = 1000

/**
 * Returns true if the tour has run before. Also returns true if storage is unavailable, because otherwise the tour
 * would start on every visit.
 */
function wasTourSeen(): boolean {
  const storage = deviceStorage()
  return storage === null || storage.getItem(KEY) === SEEN
}

/** Stores that the tour has run, so that it doesn't start by itself again. */
const rememberTour = () => tryWrite(() => deviceStorage()?.setItem(KEY, SEEN))

/**
 * Hook that starts the tour on the first visit, a second after the editor appears. While a dialog, menu or list is open,
 * a photo is being opened, or the user is typing, the hook waits, because the tour takes the focus.
 */
function useFirstVisit(ui: Ui, start: () => void): void {
  const latest = useLatest(start)
  useEffect(() => {
    if (wasTourSeen()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      if (ui.busy !== null || isTyping(document.activeElement)) return wait()
      observer.disconnect()
      if (!wasTourSeen()) latest.current()
    }
    const wait = () => {
      clearTimeout(timer)
      timer = isOverlayOpen() ? undefined : setTimeout(begin, AUTO_START_MS)
    }
    let wasOpen = isOverlayOpen()
    const observer = new MutationObserver(() => {
      if (wasOpen !== isOverlayOpen()) wait()
      wasOpen = isOverlayOpen()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    wait()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [ui, latest])
}

const OVERLAY = '[role=dialog],[role=alertdialog],[role=menu],[role=listbox]'
const isOverlayOpen = () => document.querySelector(OVERLAY) !== null
