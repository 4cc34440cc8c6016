/** Tests that the subject tools, projects and templates end, whichever of their dependencies throws. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ok } from '#client/kit/base/result.ts'
import { sha256 } from '#client/kit/base/sha256.ts'
import { separatedPhoto, separatedSession } from '../../../tests/helpers/session.ts'
import { createAnnouncer } from './flow.ts'
import { Projects } from './projects.ts'
import { SubjectSelector } from './selectSubject.ts'
import { createTemplateApplier } from './templateApplier.ts'
import { TemplateLibrary } from './templateLibrary.ts'
import { ESTIMATE, imageOf, PREVIEW } from './testing.ts'
import { boom, boomLater, expectEnded, failing, heard, pictureDeps, withBroken } from './unexpected.testing.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('createImageBitmap', async () => imageOf('copy').image.bitmap)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A refiner that finds masks immediately. */
const refiner = {
  previewChoice: async () => ok(PREVIEW),
  eachPerson: async () => ok([{ ...PREVIEW, width: 4, height: 1 }]),
  candidateMasks: async () => ok([PREVIEW]),
  segmentChoices: async () => ok({ width: 300, height: 200, coverage: new Uint8Array(60_000).fill(200) }),
}

const NETWORKS = ['segmentChoices', 'previewChoice', 'eachPerson', 'candidateMasks'].map((name) => `refiner.${name}`)

it.each(
  (['select', 'lift', 'erase', 'people', 'candidates'] as const).flatMap((flow) =>
    [...NETWORKS, 'whenFilled', 'estimate', 'countImage'].map((name) => [flow, name] as const),
  ),
)('%s ends in the subject tool if %s fails', async (flow, name) => {
  const session = separatedPhoto()
  const said = heard(session)
  const deps = {
    session,
    announcer: createAnnouncer(session),
    refiner,
    countImage: () => {},
    whenFilled: async () => {},
    estimate: () => ESTIMATE,
    divide: async () => null,
  }
  const isSync = name === 'estimate' || name === 'countImage'
  // every call of a real refiner returns a promise
  const broken = isSync ? boom : boomLater
  const selector = new SubjectSelector(withBroken(deps, name, broken) as never)
  const isLift = flow === 'lift' || flow === 'erase'
  if (isLift) {
    session.ui.tab = 'subject'
    session.ui.subject.lifts = flow
  }
  if (flow === 'select' || isLift) selector.click({ x: 2, y: 2 }, true)
  if (isLift) selector.click({ x: 3, y: 3 }, true)
  if (flow === 'people') selector.liftPeople()
  if (flow === 'candidates') await selector.findCandidates()
  await vi.waitFor(() => {
    const { erasing, isLifting, candidates } = selector.get()
    expect([erasing, isLifting, candidates === 'searching', session.ui.status?.tone === 'busy']).toEqual([
      [],
      false,
      false,
      false,
    ])
  }, 5000)
  const isUsed = name === 'refiner.segmentChoices' && flow === 'select'
  if (isUsed) expect(said).not.toEqual([])
})

it.each(failing('own.read', 'whenReady', 'whenPainted'))(
  'applying a template ends if %s %s',
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

it.each(failing(...STEPS))('restoring a project ends if %s %s', async (name, _, fails) => {
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

it.each(failing('save', 'now', 'store.read'))('saving a project ends if %s %s', async (name, _, fails) => {
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

it.each(failing('thumbnail', 'store.write'))('saving a template ends if %s %s', async (name, _, fails) => {
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
