import { useLocation } from 'wouter'
import { t } from '../../../kit/i18n/translate.ts'
import { useAccount } from '../state/AccountContext.tsx'
import { useNotices } from '../state/NoticesContext.tsx'
import { ownProjects } from './ownProjects.ts'

/**
 * Hook that returns a function which signs out. Where the account has projects on this device, the function first opens
 * the dialog that offers to remove them.
 */
export function useRequestSignOut(): (where: 'here' | 'everywhere') => Promise<void> {
  const account = useAccount()
  const signOut = useSignOut()
  return async (where) => {
    const { user } = account.state
    if (user && (await ownProjects.count(user.id)) > 0) account.openSignOut(where)
    else await signOut(where, { removesProjects: false })
  }
}

/**
 * Hook that returns a function which signs out at once, optionally removes the account's projects from this device, and
 * opens the home page. A failure is shown in a toast; nothing is removed then.
 */
export function useSignOut() {
  const account = useAccount()
  const { toasts } = useNotices()
  const [, navigate] = useLocation()
  return async (where: 'here' | 'everywhere', { removesProjects }: { removesProjects: boolean }): Promise<void> => {
    const { user } = account.state
    const failure = await account.signOut(where)
    if (failure) return void toasts.show({ title: failure, isDestructive: true })
    if (removesProjects && user) await ownProjects.remove(user.id)
    account.closeDialog()
    navigate('/')
    if (where === 'everywhere') toasts.show({ title: t('You are signed out on every device') })
  }
}
