import { CreditCard, Crown, Info, Languages, LogOut, Settings, ShieldUser, Sparkles } from 'lucide-react'
import { Avatar as Radix } from 'radix-ui'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { User } from '#client/kit/api/api.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#client/kit/ui/overlays/Menu.tsx'
import { ADMIN_PATH } from '#server/contract/pages/guard.ts'
import { isPro, seesManageSubscription } from '#server/contract/plans/entitlements.ts'
import { manageSubscription } from '../plan/billing.ts'
import { planText } from '../plan/planText.ts'
import { TrialImagesItem } from '../settings/TrialImages.tsx'
import { useRequestSignOut } from '../sign-out/useSignOut.ts'
import { useAccount, useNotices, usePlan } from '../state/contexts.ts'
import styles from './AccountMenu.module.css'

export default function AccountMenu({ user }: { user: User }) {
  const account = useAccount()
  const { toasts } = useNotices()
  const { profile, config } = useSnapshot(account.state)
  const plan = usePlan()
  const [, navigate] = useLocation()
  const requestSignOut = useRequestSignOut()
  const sells = config?.billing !== 'off'

  return (
    <Menu
      trigger={
        <button type="button" className={styles.trigger} aria-label={t('Account')}>
          <Avatar email={user.email} url={profile?.avatarUrl ?? null} isPro={sells && isPro(plan)} />
        </button>
      }
    >
      <MenuLabel>
        <Standing email={user.email} />
      </MenuLabel>
      <MenuSeparator />
      {sells && plan.tier !== 'pro' && (
        <MenuItem icon={Sparkles} onSelect={() => navigate('/pricing')}>
          {t('Upgrade to Pro')}
        </MenuItem>
      )}
      {sells && seesManageSubscription(plan) && (
        <MenuItem icon={CreditCard} onSelect={() => void manageSubscription(account, toasts)}>
          {t('Manage Subscription')}
        </MenuItem>
      )}
      <MenuItem icon={Settings} onSelect={() => account.open({ name: 'settings' })}>
        {t('Account settings')}
      </MenuItem>
      {user.isAdmin && (
        <MenuItem icon={ShieldUser} onSelect={() => navigate(ADMIN_PATH)}>
          {t('Administration')}
        </MenuItem>
      )}
      <MenuItem icon={Languages} onSelect={() => account.open({ name: 'language' })}>
        {t('Language')}
      </MenuItem>
      <MenuItem icon={Info} onSelect={() => account.open({ name: 'browser' })}>
        {t('Browser compatibility')}
      </MenuItem>
      {plan.tier === 'trial' && config?.trialImages.on && <TrialImagesItem />}
      <MenuSeparator />
      <MenuItem icon={LogOut} onSelect={() => void requestSignOut('here')}>
        {t('Sign Out')}
      </MenuItem>
    </Menu>
  )
}

function Standing({ email }: { email: string }) {
  const { status, date } = planText(usePlan())
  return (
    <span className={styles.standing}>
      <span className={styles.email}>{email}</span>
      <span>{status}</span>
      {date && <span>{date}</span>}
    </span>
  )
}

/** The account's image or the first two letters of its email address, with a badge for Pro. */
function Avatar({ email, url, isPro }: { email: string; url: string | null; isPro: boolean }) {
  return (
    <span className={styles.place}>
      <Radix.Root className={styles.avatar}>
        {url && <Radix.Image className={styles.image} src={url} alt="" />}
        <Radix.Fallback>{email.slice(0, 2)}</Radix.Fallback>
      </Radix.Root>
      {isPro && (
        <span className={styles.badge} role="img" aria-label={t('Pro')}>
          <Crown strokeWidth={2.5} aria-hidden />
        </span>
      )}
    </span>
  )
}
