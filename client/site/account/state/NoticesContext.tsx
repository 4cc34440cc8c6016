import { createContext, use } from 'react'
import type { Dialogs } from '../../../kit/ui/overlays/dialogs.ts'
import type { Toasts } from '../../../kit/ui/overlays/toasts.ts'

/** Dialogs and toasts of the page. The app renders both once. */
export interface PageNotices {
  readonly dialogs: Dialogs
  readonly toasts: Toasts
}

/** Context of the page's dialogs and toasts; null outside the app. */
export const NoticesContext = createContext<PageNotices | null>(null)

/** Returns the page's dialogs and toasts. @throws Error outside of NoticesContext */
export function useNotices(): PageNotices {
  const notices = use(NoticesContext)
  if (!notices) throw new Error('useNotices outside the app')
  return notices
}
