/** Parses multipart forms as streams (RFC 7578): what is in them never is in memory as a whole. */
import { once } from 'node:events'
import busboy from 'busboy'
import type { Context } from 'hono'
import type { AppEnv } from './env.ts'

/** Returns a parser for the form, or null where the content type is none, or lacks its boundary. */
export function openParser(contentType: string, limits: busboy.Limits): busboy.Busboy | null {
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return null
  try {
    return busboy({ headers: { 'content-type': contentType }, limits, defParamCharset: 'utf8' })
  } catch {
    return null // busboy throws on a missing boundary
  }
}

/** Feeds the body to the parser. Returns false if the form is malformed, ends early or was refused. */
export async function feed(
  parser: busboy.Busboy,
  body: AsyncIterable<Uint8Array>,
  isRefused: () => boolean,
): Promise<boolean> {
  const ended = new Promise<boolean>((resolve) => {
    parser.on('error', () => resolve(false))
    parser.once('close', () => resolve(true))
  })
  try {
    for await (const piece of body) {
      if (isRefused()) break
      if (!parser.write(piece)) await Promise.race([once(parser, 'drain'), ended])
    }
  } catch {
    parser.destroy(new Error('sender disconnected')) // the parser's error is the answer
  }
  if (isRefused()) parser.destroy()
  else parser.end()
  return ended
}

/**
 * Returns the request's body; null if there is none. Ending its iteration early keeps the connection open for the
 * response.
 */
export function bodyOf(c: Context<AppEnv>): AsyncIterable<Uint8Array> | null {
  const { incoming } = c.env ?? {}
  return incoming
    ? incoming.iterator({ destroyOnReturn: false })
    : (c.req.raw.body?.values({ preventCancel: true }) ?? null)
}
