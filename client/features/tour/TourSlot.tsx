import { type ComponentType, startTransition, useCallback, useEffect, useState } from 'react'
import { useCommands } from '#client/editor/commands/CommandButton.tsx'
import type { Tab } from '#client/editor/host/panels.ts'
import { useWorkspace } from '#client/editor/workspace/WorkspaceContext.tsx'
import { createListeners } from '#client/kit/async/listeners.ts'
import { deviceStorage, tryWrite } from '#client/kit/device-storage/deviceStorage.ts'
import { useLanguage } from '#client/kit/i18n/language.ts'
import { directionOf } from '#client/kit/i18n/languages.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { RAIL_BELOW, useLatest, useMedia } from '#client/kit/ui/hooks.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { Session } from '#client/model/session/session.ts'
import type { Ui } from '#client/model/session/ui/ui.ts'

/** The tour's component, which is loaded when the tour starts. */
type LoadedTour = ComponentType<{
  tabs: readonly Tab[]
  hasPhoto: boolean
  side: 'left' | 'right' | 'top'
  onEnd(): void
}>

/** Emits when the user starts the tour. */
const starts = memoOn((_: Session) => createListeners())

export const startTour = (session: Session): void => starts(session).emit()

/**
 * The running tour, or nothing. On the first visit, the tour starts by itself. If the tour's code cannot be loaded, a
 * toast reports the error.
 */
export function TourSlot() {
  const { session } = useWorkspace()
  const { doc, ui, notices } = session
  const { tabs } = useCommands()
  const [run, setRun] = useState<{ Tour: LoadedTour; key: number; hasPhoto: boolean } | null>(null)
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
 * Returns true after the first tour. Also returns true without storage, because the tour would otherwise start on every
 * visit.
 */
function wasTourSeen(): boolean {
  const storage = deviceStorage()
  return storage === null || storage.getItem(KEY) === SEEN
}

/** Records that the tour was shown, so that it does not start by itself again. */
const rememberTour = () => tryWrite(() => deviceStorage()?.setItem(KEY, SEEN))

/**
 * Hook that starts the tour on the first visit, a second after the editor is shown. An open dialog, or a photo that is
 * being opened, delays the start.
 */
function useFirstVisit(ui: Ui, start: () => void): void {
  const latest = useLatest(start)
  useEffect(() => {
    if (wasTourSeen()) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const begin = () => {
      if (ui.busy !== null) return wait()
      observer.disconnect()
      if (!wasTourSeen()) latest.current()
    }
    const wait = () => {
      clearTimeout(timer)
      timer = isDialogOpen() ? undefined : setTimeout(begin, AUTO_START_MS)
    }
    let wasOpen = isDialogOpen()
    const observer = new MutationObserver(() => {
      if (wasOpen !== isDialogOpen()) wait()
      wasOpen = isDialogOpen()
    })
    observer.observe(document.body, { childList: true, subtree: true })
    wait()
    return () => {
      observer.disconnect()
      clearTimeout(timer)
    }
  }, [ui, latest])
}

const isDialogOpen = () => document.querySelector('[role=dialog],[role=alertdialog]') !== null
