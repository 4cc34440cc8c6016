/** Security headers of every response. */
import { hash } from 'node:crypto'
import type { Context } from 'hono'
import { HEIC_SANDBOX_FLAGS, HEIC_SANDBOX_SCRIPT } from '#server/contract/pages/heicSandbox.ts'
import type { AppEnv } from './env.ts'

/** Returns the content security policy of pages. `scripts`: sources of their inline scripts. */
const pagePolicy = (scripts: readonly string[]) => [
  "default-src 'none'",
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "frame-src 'self'", // for the HEIC sandbox
  "form-action 'self'",
  ["script-src 'self' 'wasm-unsafe-eval'", ...scripts].join(' '),
  "script-src-attr 'none'",
  "worker-src 'self' blob:",
  "connect-src 'self' blob: data:",
  "img-src 'self' blob: data:",
  "style-src 'self' 'unsafe-inline'", // the tour and the emoji picker write style attributes
  "font-src 'self'",
  "media-src 'none'",
  "manifest-src 'self'",
]

/** Returns the source of `script-src` that allows one inline script (CSP Level 3, 2.3.1). */
export const scriptHash = (script: string): string => `'sha256-${hash('sha256', script, 'base64')}'`

/** Policy of the HEIC sandbox, whose decoders need eval. `sandbox` isolates it. A hash allows its only script. */
const HEIC_SANDBOX_POLICY = [
  "default-src 'none'",
  `script-src ${scriptHash(HEIC_SANDBOX_SCRIPT)} 'unsafe-eval'`,
  'worker-src blob:',
  'connect-src blob:',
  'img-src blob:',
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
  `sandbox ${HEIC_SANDBOX_FLAGS}`,
]

/** The content security policy of API responses, which browsers don't display. */
const API_POLICY = ["default-src 'none'", "frame-ancestors 'none'"]

const ONE_YEAR_SECONDS = 31_536_000

export type Headers = readonly (readonly [name: string, value: string])[]

export type HeaderSets = ReturnType<typeof headerSets>

interface Site {
  readonly publicOrigin: string
  /** true: Strict-Transport-Security includes subdomains */
  readonly hstsSubdomains: boolean
}

/** Returns the security headers, with HSTS for an https origin. `scripts`: hashes of the page's inline scripts. */
export function headerSets({ publicOrigin, hstsSubdomains }: Site, scripts: readonly string[] = []) {
  const secure = publicOrigin.startsWith('https:')
  const common: [string, string][] = [
    ['X-Content-Type-Options', 'nosniff'],
    ['Referrer-Policy', 'strict-origin'],
    // these two headers allow shared memory, which the segmentation's threads need
    ['Cross-Origin-Opener-Policy', 'same-origin'],
    ['Cross-Origin-Embedder-Policy', 'require-corp'],
    ['Cross-Origin-Resource-Policy', 'same-origin'],
    ['Permissions-Policy', 'camera=(), microphone=(), geolocation=(), payment=()'],
  ]
  const reach = hstsSubdomains ? '; includeSubDomains' : ''
  if (secure) common.push(['Strict-Transport-Security', `max-age=${ONE_YEAR_SECONDS}${reach}`])
  const policy = (lines: readonly string[]): Headers => [
    ...common,
    ['Content-Security-Policy', [...lines, ...(secure ? ['upgrade-insecure-requests'] : [])].join('; ')],
  ]
  return {
    page: policy(pagePolicy(scripts)),
    /** Headers of the script of a worker with threads. The threads import their script from a blob. */
    threadedWorker: policy(pagePolicy(['blob:'])),
    /** Headers of the HEIC sandbox. */
    heicSandbox: [...policy(HEIC_SANDBOX_POLICY), ['X-DNS-Prefetch-Control', 'off']] satisfies Headers,
    api: [...policy(API_POLICY), ['Cache-Control', 'no-store']] satisfies Headers,
  }
}

/** Sets headers on Node's response if there is one, because Hono's `Headers` would cost a sixth of a request's time. */
export function setHeaders(c: Context<AppEnv>, headers: Headers): void {
  const outgoing = c.env?.outgoing
  for (const [name, value] of headers)
    if (outgoing) outgoing.setHeader(name, value)
    else c.header(name, value)
}
