/** Tests that each flow ends with a message and without a busy state, whichever of its dependencies throws. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createFillAround } from '#client/features/crop/fillAround.ts'
import { defaults } from '#client/kit/base/fields.ts'
import { ok } from '#client/kit/base/result.ts'
import { sha256 } from '#client/kit/base/sha256.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import type { Session } from '#client/model/session/session.ts'
import { separatedPhoto, separatedSession } from '../../../tests/helpers/session.ts'
import { collector, made, photo, TestRenderer, TestServer } from '../batch/testing.ts'
import { createBackgrounds } from './background.ts'
import { createExports } from './exports.ts'
import { createAnnouncer } from './flow.ts'
import { createOverlays, createStickers } from './overlay.ts'
import { Projects } from './projects.ts'
import { SubjectSelector } from './selectSubject.ts'
import { createTemplateApplier } from './templateApplier.ts'
import { TemplateLibrary } from './templateLibrary.ts'
import { ESTIMATE, file, imageOf, mockedDownloader, mockedUploader, PREVIEW } from './testing.ts'

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {})
  vi.spyOn(console, 'warn').mockImplementation(() => {})
  vi.stubGlobal('createImageBitmap', async () => imageOf('copy').image.bitmap)
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const boom = () => {
  throw new Error('boom')
}
const boomLater = async () => boom()

type Functions = Record<string, unknown>

/** Returns the dependencies with one function that throws. `path`: its name, such as `segmenter.segment`. */
function withBroken<D extends object>(deps: D, path: string, fails: () => unknown): D {
  const [name = '', inner] = path.split('.')
  const own = (deps as Functions)[name] as object
  return { ...deps, [name]: inner ? withBroken(own, inner, fails) : fails }
}

/** Opens a session that records what its flows say. */
function heard(session: Session) {
  const said: string[] = []
  Object.assign(session.notices, {
    toast: ({ title, description }: { title: string; description?: string }) => said.push(`${title}: ${description}`),
    alert: async (text: string) => void said.push(text),
    confirm: async () => true,
  })
  return said
}

function expectEnded({ ui }: Session, said: readonly string[]) {
  expect(ui.status?.tone).not.toBe('busy')
  expect([ui.busy, ui.isDownloading, ui.templates.applying]).toEqual([null, false, null])
  const isSuccess = ui.status?.tone === 'done'
  expect(isSuccess || said.length > 0 || ui.status?.tone === 'failed', 'the user reads the end').toBe(true)
}

/** The ways in which a function fails. */
const FAILURES = [
  ['throws', boom],
  ['rejects', boomLater],
] as const
const failing = (...names: string[]) =>
  names.flatMap((name) => FAILURES.map(([how, fails]) => [name, how, fails] as const))

it.each(failing('importImage', 'requestProcessing', 'segmenter.segment', 'afterPaint', 'countImage', 'improve'))(
  'an upload ends if %s %s',
  async (name, _, fails) => {
    if (name === 'afterPaint' && fails === boomLater) return expect(fails()).rejects.toThrow() // it returns nothing
    const { deps, session } = mockedUploader()
    const said = heard(session)
    const { createUploader } = await import('./upload.ts')
    await createUploader(
      withBroken(deps as never, name, name === 'countImage' || name === 'improve' ? boom : fails),
    ).upload(file())
    expectEnded(session, said)
  },
)

const LATE = ['isWanted', 'handOver', 'render']

it.each(failing('whenErased', 'readsExactly', 'requestDownload', 'spend', 'now', 'onExported', ...LATE))(
  'a download ends if %s %s',
  async (name, _, fails) => {
    const { deps, session } = mockedDownloader()
    const said = heard(session)
    const { createDownloader } = await import('./download.ts')
    const { plainFormat, trialImageFormat } = await import('#client/media/exporter/formats/registry.ts')
    const isSync = name === 'now' || name === 'onExported'
    const job = {
      format: name === 'onExported' ? trialImageFormat : plainFormat,
      render: deps.exportPlain,
      isWanted: async () => true,
      ...deps.delivery,
    }
    const broken = isSync ? boom : fails
    const downloader = createDownloader(LATE.includes(name) ? deps : withBroken(deps, name, broken))
    await downloader.deliver(LATE.includes(name) ? withBroken(job, name, broken) : job)
    expectEnded(session, said)
  },
)

it.each(failing('copy', 'share', 'save', 'isPressed'))(
  'an export ends if the target’s %s %s',
  async (name, _, fails) => {
    const { session, downloader } = mockedDownloader()
    const said = heard(session)
    const targets = {
      save: () => {},
      dropsDownloads: false,
      copy: async () => {},
      share: async () => {},
      isPressed: () => true,
    }
    const isSync = name === 'isPressed' || name === 'copy'
    const exports = createExports({
      session,
      downloader,
      graphics: { createPainter: boom as never, stackOf: () => [] },
      targets: withBroken(targets, name, isSync && name === 'isPressed' ? boom : fails) as never,
    })
    const settings = defaults(exportFields)
    await (name === 'copy'
      ? exports.copy(settings)
      : name === 'save'
        ? exports.save(settings)
        : exports.share(settings))
    expectEnded(session, said)
  },
)

/** Creates the dependencies of the flows that import a picture into a segmented photo. */
function pictureDeps() {
  const session = separatedSession()
  const said = heard(session)
  const deps = {
    session,
    announcer: createAnnouncer(session),
    importImage: async ({ name }: File) => ok(imageOf(name, [400, 200]).image),
    segmenter: { segment: async () => ok({ width: 400, height: 200, coverage: new Uint8Array(80_000) }) },
    cutOut: async (bitmap: ImageBitmap) => bitmap,
    thumbnail: () => 'data:,',
    recordUsage: () => {},
    inpaint: async () => [],
  }
  return { session, said, deps }
}

const PICTURES: Record<string, (deps: never) => Promise<unknown>> = {
  'a background image': (deps) => createBackgrounds(deps).setImage(file()),
  'an image sticker': (deps) => createStickers(deps).add(file()),
  'an overlay': (deps) => createOverlays(deps).add(file()),
}

it.each(Object.keys(PICTURES).flatMap((flow) => FAILURES.map((row) => [flow, ...row] as const)))(
  '%s ends if the import %s',
  async (flow, _, fails) => {
    const { session, said, deps } = pictureDeps()
    await PICTURES[flow]?.(withBroken(deps, 'importImage', fails) as never)
    expectEnded(session, said)
  },
)

it('an overlay ends if its thumbnail throws', async () => {
  const { session, said, deps } = pictureDeps()
  await createOverlays(withBroken(deps, 'thumbnail', boom) as never).add(file())
  expectEnded(session, said)
})

it.each(FAILURES)('filling around ends if the background fill %s', async (_, inpaint) => {
  const session = separatedPhoto()
  const said = heard(session)
  const deps = { ...pictureDeps().deps, session, announcer: createAnnouncer(session), inpaint }
  await createFillAround(deps as never).fill({ width: 1080, height: 1920, format: 'story' } as never)
  expectEnded(session, said)
})

it.each(failing('segmenter.segment', 'cutOut', 'thumbnail', 'recordUsage'))(
  'removing the background of an overlay ends if %s %s',
  async (name, _, fails) => {
    const { session, said, deps } = pictureDeps()
    await createOverlays(deps as never).add(file())
    const overlays = createOverlays(
      withBroken(deps, name, name === 'recordUsage' || name === 'thumbnail' ? boom : fails) as never,
    )
    await overlays.removeBackground(session.ui.overlay.images[0]!.id)
    expect(session.ui.overlay.images[0]).toMatchObject({ isProcessing: false })
    expect(said).not.toEqual([])
  },
)

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

it.each(['preview', 'picture', 'countPhoto', 'spendCredit', 'openTemplate', 'deliver', 'write', 'newKey'])(
  'a batch ends with a notice if %s rejects',
  async (name) => {
    const renderer = new TestRenderer()
    const server = new TestServer()
    const account = server.account()
    Object.assign(server, { account: () => (name in account ? { ...account, [name]: boomLater } : account) })
    if (name in renderer) Object.assign(renderer, { [name]: boomLater })
    const opened = await made(
      name === 'preview' || name === 'countPhoto' || name === 'openTemplate' ? ['a.jpg'] : ['a.jpg', 'b.jpg'],
      { renderer, server },
    )
    const { batch, store } = opened
    if (name === 'write') Object.assign(store, { write: boomLater })
    if (name === 'newKey') Object.assign((batch as unknown as { deps: object }).deps, { newKey: boom })
    if (name === 'write' || name === 'newKey') await batch.add([photo('c.jpg'), photo('d.jpg')])
    const { target } = collector()
    await batch.exportTo(name === 'deliver' ? { ...target, deliver: boomLater } : target)
    await expect
      .poll(() => [batch.state.exporting, batch.state.isRunning, batch.state.adding])
      .toEqual([null, false, 0])
    const hasFailed = batch.state.items.some(({ state }) => state === 'failed')
    expect(hasFailed || batch.state.notice !== null).toBe(true)
  },
)
