import { createContext, use } from 'react'
import type { Dialogs } from '../../../kit/ui/overlays/dialogs.ts'
import type { Toasts } from '../../../kit/ui/overlays/toasts.ts'

/** How the pages speak to the user: decisions and short notices. The app draws both once. */
export interface Notices {
  readonly dialogs: Dialogs
  readonly toasts: Toasts
}

export const NoticesContext = createContext<Notices | null>(null)

export function useNotices(): Notices {
  const notices = use(NoticesContext)
  if (!notices) throw new Error('useNotices outside the app')
  return notices
}
