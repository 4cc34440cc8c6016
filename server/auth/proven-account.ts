/**
 * Re-authentication: sensitive actions ask a signed-in user for the password again, in case the browser was left open.
 */
import type { Database } from '../db/database.ts'
import { type Account, findAccountById } from './accounts.ts'
import { verifyPassword } from './password.ts'

/** Returns the account; null if the password is wrong or the account was deleted in the meantime. */
export async function provenAccount(db: Database, userId: string, password: string): Promise<Account | null> {
  const account = await findAccountById(db, userId)
  return account && (await verifyPassword(password, account.passwordHash)) ? account : null
}
