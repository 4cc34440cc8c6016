/** Serves security.txt (RFC 9116): the contact for security reports. */
import { Hono } from 'hono'
import type { Deps } from '../deps/deps.ts'
import type { AppEnv } from '../http/env.ts'
import { fail } from '../http/errors.ts'

const PATH = '/.well-known/security.txt'
/** The file's validity from now. RFC 9116 recommends less than a year. */
const VALID_MS = 180 * 86_400_000

/** GET /.well-known/security.txt (RFC 9116). Answers 404 unless the operator has set a contact. */
export const securityTxt = ({ config, now }: Pick<Deps, 'config' | 'now'>) =>
  new Hono<AppEnv>().get(PATH, (c) => {
    if (config.securityContact === null) return fail(c, 404, 'not_found')
    const lines = [
      `Contact: ${config.securityContact}`,
      `Expires: ${new Date(now() + VALID_MS).toISOString()}`,
      'Preferred-Languages: en',
      `Canonical: ${config.publicOrigin}${PATH}`,
    ]
    return c.text(`${lines.join('\n')}\n`, 200, { 'Cache-Control': 'public, max-age=86400' })
  })
