/** Sends the second step of a sign-in: the credentials again, with a code. */
import { safeReturnPath } from '#server/contract/return-path.ts'
import type { Account } from '../state/account.ts'
import type { Credentials } from './submitCredentials.ts'

/** What the form shows after a code was submitted. `returnUrl` is the path to open. */
export type CodeResult = { kind: 'done'; returnUrl: string } | { kind: 'refused'; complaint: string }

/** Signs in with credentials that the server has accepted and a code. Refreshes the account when it succeeds. */
export async function submitCode(account: Account, credentials: Credentials, code: string): Promise<CodeResult> {
  const { email, password, returnUrl } = credentials
  const answer = await account.api.signIn(email, password, returnUrl, code)
  if (!answer.ok) return { kind: 'refused', complaint: answer.error.message }
  await account.signedIn()
  return { kind: 'done', returnUrl: safeReturnPath(answer.value.returnUrl) }
}
