import type { SecretLinkKind } from '#server/contract/links.ts'
import { ConfirmEmail } from './ConfirmEmail.tsx'
import { ResetPassword } from './ResetPassword.tsx'

interface Props {
  link: { kind: SecretLinkKind; token: string }
  onLeave(): void
}

/** Where the links of our mails lead. */
export default function SecretLinkPage({ link, onLeave }: Props) {
  return link.kind === 'reset-password' ? (
    <ResetPassword token={link.token} onLeave={onLeave} />
  ) : (
    <ConfirmEmail token={link.token} onLeave={onLeave} />
  )
}
