/** The tour's component, which is loaded when the tour starts. */
import { type ComponentType, type ReactNode, startTransition, useCallback, useState } from 'react'
import { useLanguage } from '../../kit/i18n/language.ts'
import { directionOf } from '../../kit/i18n/languages.ts'
import { t } from '../../kit/i18n/translate.ts'
import { RAIL_BELOW, useMedia } from '../../kit/ui/hooks.ts'
import type { Tab } from '../tabs/tabs.ts'
import { useWorkspace } from '../workspace/WorkspaceContext.tsx'
import { rememberTour, useFirstVisit } from './firstVisit.ts'

type LoadedTour = ComponentType<{ tabs: readonly Tab[]; side: 'left' | 'right' | 'top'; onEnd(): void }>

/**
 * Hook that returns the running tour, or null, and a function that starts it from its first step. On the first visit,
 * the tour also starts by itself, and only once. A toast reports when its code cannot be loaded.
 */
export function useTour(tabs: readonly Tab[]): { tour: ReactNode; start(): void } {
  const { notices } = useWorkspace().session
  const [run, setRun] = useState<{ Tour: LoadedTour; key: number } | null>(null)
  const isBelow = useMedia(RAIL_BELOW)
  const beside = directionOf(useLanguage()) === 'rtl' ? 'left' : 'right'

  const start = useCallback(() => {
    import('./Tour.tsx').then(
      ({ default: Tour }) => startTransition(() => setRun((last) => ({ Tour, key: (last?.key ?? 0) + 1 }))),
      () => notices.toast({ title: t('Failed to load the tour. Please try again.'), isDestructive: true }),
    )
  }, [notices])
  useFirstVisit(start)

  if (!run) return { tour: null, start }
  const end = () => {
    rememberTour()
    setRun(null)
  }
  return { tour: <run.Tour key={run.key} tabs={tabs} side={isBelow ? 'top' : beside} onEnd={end} />, start }
}
