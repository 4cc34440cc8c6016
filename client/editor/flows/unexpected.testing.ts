/** Replaces a dependency of a flow with a function that throws. */
import { expect, vi } from 'vitest'
import { ok } from '#client/kit/values/result.ts'
import type { Session } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { createAnnouncer } from './flow.ts'
import { imageOf } from './testing.ts'

export const boom = () => {
  throw new Error('boom')
}
export const boomLater = async () => boom()

type Functions = Record<string, unknown>

/**
 * Returns the dependencies with one function replaced by `fails`. `path`: name of the function, such as
 * `segmenter.segment`.
 */
export function withBroken<D extends object>(deps: D, path: string, fails: () => unknown): D {
  const [name = '', inner] = path.split('.')
  const own = (deps as Functions)[name] as object
  return { ...deps, [name]: inner ? withBroken(own, inner, fails) : fails }
}

/**
 * Replaces the session's notices and mutes the console. Returns an array that collects the alerts and toasts.
 * Confirmations are accepted.
 */
export function heard(session: Session) {
  for (const level of ['error', 'warn'] as const) vi.spyOn(console, level).mockImplementation(() => {})
  const said: string[] = []
  Object.assign(session.notices, {
    toast: ({ title, description }: { title: string; description?: string }) => said.push(`${title}: ${description}`),
    alert: async (text: string) => void said.push(text),
    confirm: async () => true,
  })
  return said
}

export function expectEnded({ ui }: Session, said: readonly string[]) {
  expect(ui.status?.tone).not.toBe('busy')
  expect([ui.busy, ui.isDownloading]).toEqual([null, false])
  const isSuccess = ui.status?.tone === 'done'
  expect(isSuccess || said.length > 0 || ui.status?.tone === 'failed', 'the user reads the end').toBe(true)
}

/** The ways a function can fail. */
export const FAILURES = [
  ['throws', boom],
  ['rejects', boomLater],
] as const
export const failing = (...names: string[]) =>
  names.flatMap((name) => FAILURES.map(([how, fails]) => [name, how, fails] as const))

/** Creates the dependencies for flows that import an image into a segmented photo. */
export function pictureDeps() {
  const session = separatedSession()
  const said = heard(session)
  const deps = {
    session,
    announcer: createAnnouncer(session),
    importImage: async ({ name }: File) => ok(imageOf(name, [400, 200]).image),
    segmenter: { segment: async () => ok({ width: 400, height: 200, coverage: new Uint8Array(80_000) }) },
    inpaint: async () => [],
  }
  return { session, said, deps }
}
