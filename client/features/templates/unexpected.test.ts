/** Tests that the template flows end cleanly if any of their dependencies throws. */
import { expect, it } from 'vitest'
import { createAnnouncer } from '#client/editor/flows/flow.ts'
import { expectEnded, failing, heard, pictureDeps, withBroken } from '#client/editor/flows/unexpected.testing.ts'
import { ok } from '#client/kit/values/result.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { createTemplateApplier } from './templateApplier.ts'
import { TemplateLibrary } from './templateLibrary.ts'
import { templateState } from './templateState.ts'

it.each(failing('own.read', 'whenReady', 'whenPainted'))(
  'applying a template ends with a message if its dependency %s %s',
  async (name, _, fails) => {
    const session = separatedSession()
    const said = heard(session)
    const deps = {
      session,
      announcer: createAnnouncer(session),
      own: { read: async () => null },
      whenReady: async () => {},
      whenPainted: async () => {},
    }
    await createTemplateApplier(withBroken(deps, name, fails) as never).use('poster')
    expectEnded(session, said)
    expect(templateState(session).applying).toBeNull()
  },
)

it.each(failing('thumbnail', 'store.write'))(
  'saving a template ends with a message if its dependency %s %s',
  async (name, _, fails) => {
    const { session, said, deps } = pictureDeps()
    const all = {
      ...deps,
      thumbnail: async () => null,
      store: { write: async () => ok(undefined) },
      owner: () => 'anna',
      now: () => 1,
    }
    await new TemplateLibrary(withBroken(all, name, fails) as never).save()
    expectEnded(session, said)
  },
)
