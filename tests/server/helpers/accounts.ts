/** Requests about accounts, and what their answers say. */
import { Secret, TOTP } from 'otpauth'
import { PASSWORD } from './server.ts'

export const NEW_PASSWORD = 'an even longer phrase'

/** Of `POST /api/auth/login` and `/api/auth/signup`. */
export const login = (email: string, password = PASSWORD, returnUrl?: unknown) => ({
  method: 'POST',
  json: { email, password, returnUrl },
})

export const code = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code

/** The code of the second factor at a time in ms since the Unix epoch. */
export const codeAt = (secret: string, ms: number): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: ms })
