/** Tests that projects and templates end, whichever of their dependencies throws. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTemplateApplier } from '#client/features/templates/templateApplier.ts'
import { TemplateLibrary } from '#client/features/templates/templateLibrary.ts'
import { ok } from '#client/kit/base/result.ts'
import { sha256 } from '#client/kit/base/sha256.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { createAnnouncer } from './flow.ts'
import { Projects } from './projects.ts'
import { imageOf } from './testing.ts'
import { boom, expectEnded, failing, heard, pictureDeps, withBroken } from './unexpected.testing.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('createImageBitmap', async () => imageOf('copy').image.bitmap)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

it.each(failing('own.read', 'whenReady', 'whenPainted'))(
  'applying a template stops if %s %s',
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
  },
)

const STEPS = ['store.read', 'store.part', 'locks.acquire', 'importImage', 'interrupt', 'autosave.adopt']

it.each(failing(...STEPS))('restoring a project stops if %s %s', async (name, _, fails) => {
  const { session, said, deps } = pictureDeps()
  const { fullProject, PARTS, SIZE } = await import('#client/engine/project-file/testing.ts')
  const { PROJECT_VERSION } = await import('#client/engine/project-file/project.ts')
  const parts = new Map(await PARTS)
  const record = {
    ...(await fullProject()).project,
    fonts: [],
    id: 'mine',
    version: PROJECT_VERSION,
    thumbnail: null,
    sizes: {},
  }
  const isSync = ['interrupt', 'autosave.adopt'].includes(name)
  const importImage = async (picture: File) => {
    const content = new Uint8Array(await picture.arrayBuffer())
    const bitmap = imageOf('part', [SIZE.width, SIZE.height]).image
    return ok({ ...bitmap, blob: new Blob([content]), sha256: await sha256(content) })
  }
  const all = {
    ...deps,
    importImage,
    store: { read: async () => record, part: async (hash: string) => parts.get(hash) ?? null },
    locks: { acquire: async () => () => {} },
    autosave: { adopt: () => {}, current: () => null },
    owner: () => 'anna',
    interrupt: () => {},
    separate: () => {},
    importTemplate: () => {},
  }
  await new Projects(withBroken(all, name, isSync ? boom : fails) as never).restore('mine')
  expectEnded(session, said)
  expect(said).not.toEqual([])
})

it.each(failing('save', 'now', 'store.read'))('saving a project stops if %s %s', async (name, _, fails) => {
  const { session, said, deps } = pictureDeps()
  const all = {
    ...deps,
    store: { read: async () => null },
    autosave: { adopt: () => {}, current: () => 'mine' },
    now: () => 1,
    save: () => {},
  }
  await new Projects(withBroken(all, name, name === 'store.read' ? fails : boom) as never).saveFile()
  expectEnded(session, said)
})

it.each(failing('thumbnail', 'store.write'))('saving a template stops if %s %s', async (name, _, fails) => {
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
})
