import { useLocation } from 'wouter'
import { t } from '#client/kit/i18n/translate.ts'
import { useAccount, useNotices } from '../state/contexts.ts'
import { ownProjects } from './ownProjects.ts'

/**
 * Hook that returns a function that signs out on this device (`here`) or on all devices (`everywhere`). If the account
 * has projects on this device, a dialog first offers to remove them.
 */
export function useRequestSignOut(): (scope: 'here' | 'everywhere') => Promise<void> {
  const account = useAccount()
  const signOut = useSignOut()
  return async (scope) => {
    const { user } = account.state
    if (user && (await ownProjects.count(user.id)) > 0) account.open({ name: 'sign-out', where: scope })
    else await signOut(scope, { removesProjects: false })
  }
}

/**
 * Hook that returns a function that signs out and opens the home page. If signing out fails, a toast is shown and
 * nothing is removed. If the browser's session has ended, the sign-in dialog opens.
 */
export function useSignOut() {
  const account = useAccount()
  const { toasts } = useNotices()
  const [, navigate] = useLocation()
  return async (scope: 'here' | 'everywhere', { removesProjects }: { removesProjects: boolean }): Promise<void> => {
    const { user } = account.state
    const failure = await account.signOut(scope)
    if (failure) {
      toasts.show({ title: failure, isDestructive: true })
      if (!account.state.user) account.openSignIn(location.pathname + location.search)
      return
    }
    if (removesProjects && user) await ownProjects.remove(user.id)
    account.closeDialog()
    navigate('/')
    if (scope === 'everywhere') toasts.show({ title: t('Signed out on every device') })
  }
}
