/** Time-based one-time codes, RFC 6238: six digits, HMAC-SHA-1, a time step of 30 seconds, as authenticator apps expect. */
import { Secret, TOTP } from 'otpauth'

const SECRET_BYTES = 20
const STEP_SECONDS = 30
/** Codes of the step before and of the step after are accepted too, because clocks differ. */
const DRIFT_STEPS = 1

/** Returns a new secret of 160 bits, in base32. */
export const newSecret = (random: (bytes: number) => Uint8Array): string =>
  new Secret({ buffer: Uint8Array.from(random(SECRET_BYTES)).buffer }).base32

const totpOf = (secret: string, label: string, issuer: string): TOTP =>
  new TOTP({ secret: Secret.fromBase32(secret), label, issuer, period: STEP_SECONDS })

/** Returns the `otpauth://` address that an authenticator app reads from a QR code. `brand` names the site in the app. */
export const setupUri = (secret: string, email: string, brand: string): string =>
  totpOf(secret, email, brand).toString()

/** Returns the time step that the code belongs to, or null for a code that is not valid at `nowMs` (Unix epoch). */
export function stepOfCode(secret: string, code: string, nowMs: number): number | null {
  if (!/^\d{6}$/.test(code)) return null // the library compares bytes and throws at other digits than ASCII's
  const drift = totpOf(secret, '', '').validate({ token: code, timestamp: nowMs, window: DRIFT_STEPS })
  return drift === null ? null : Math.floor(nowMs / (STEP_SECONDS * 1000)) + drift
}
