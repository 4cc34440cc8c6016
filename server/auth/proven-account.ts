/** The account behind a session, proven once more: what a browser left open must not be enough for. */
import type { Database } from '../db/database.ts'
import { type Account, findAccountById } from './accounts.ts'
import { verifyPassword } from './password.ts'

/** Null for a wrong password, and for an account that has gone meanwhile. */
export async function provenAccount(db: Database, userId: string, password: string): Promise<Account | null> {
  const account = await findAccountById(db, userId)
  return account && (await verifyPassword(password, account.passwordHash)) ? account : null
}
