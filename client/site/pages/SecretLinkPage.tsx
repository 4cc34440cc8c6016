import type { SecretLinkKind } from '#server/contract/links.ts'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { ResetPassword } from './ResetPassword.tsx'

interface Props {
  link: { kind: SecretLinkKind; token: string }
  onLeave(): void
}

/** The page that the links of our mails open: password reset or confirmation of the address. */
export default function SecretLinkPage({ link, onLeave }: Props) {
  return link.kind === 'reset-password' ? (
    <ResetPassword token={link.token} onLeave={onLeave} />
  ) : (
    <ConfirmEmail token={link.token} onLeave={onLeave} />
  )
}
