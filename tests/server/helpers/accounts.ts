/** Requests about accounts, and what their answers say. */
import { PASSWORD } from './server.ts'

export const NEW_PASSWORD = 'an even longer phrase'

/** Of `POST /api/auth/login` and `/api/auth/signup`. */
export const login = (email: string, password = PASSWORD, returnUrl?: unknown) => ({
  method: 'POST',
  json: { email, password, returnUrl },
})

export const code = async (response: Response) => ((await response.json()) as { error: { code: string } }).error.code
