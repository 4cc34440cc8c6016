/** Tests that imports, exports and project flows end with a message if any of their dependencies throws. */
import { beforeEach, expect, it, vi } from 'vitest'
import { sha256 } from '#client/kit/bytes/sha256.ts'
import { defaults } from '#client/kit/values/fields.ts'
import { ok } from '#client/kit/values/result.ts'
import { exportFields } from '#client/media/exporter/exportSettings.ts'
import { createExports } from './exports.ts'
import { Projects } from './projects.ts'
import { file, imageOf, mockedDownloader, mockedUploader } from './testing.ts'
import { boom, boomLater, expectEnded, failing, heard, pictureDeps, withBroken } from './unexpected.testing.ts'

beforeEach(() => void vi.stubGlobal('createImageBitmap', async () => imageOf('copy').image.bitmap))

it.each(failing('importImage', 'requestProcessing', 'segmenter.segment', 'afterPaint', 'countImage', 'subjectFound'))(
  'an upload ends with a message if its dependency %s %s',
  async (name, _, fails) => {
    // `afterPaint` doesn't return a promise, so it can't reject
    if (name === 'afterPaint' && fails === boomLater) return expect(fails()).rejects.toThrow()
    const { deps, session } = mockedUploader()
    const said = heard(session)
    const { createUploader } = await import('./upload.ts')
    await createUploader(
      withBroken(deps as never, name, name === 'countImage' || name === 'subjectFound' ? boom : fails),
    ).upload(file())
    expectEnded(session, said)
  },
)

const LATE = ['isWanted', 'handOver', 'render']

it.each(failing('whenDone', 'readsExactly', 'requestDownload', 'spend', 'now', 'onExported', ...LATE))(
  'a download ends with a message if its dependency %s %s',
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
  'an export ends with a message if the target’s %s %s',
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

const STEPS = ['store.read', 'store.part', 'locks.acquire', 'importImage', 'interrupt', 'autosave.adopt']

it.each(failing(...STEPS))(
  'restoring a project ends with a message if its dependency %s %s',
  async (name, _, fails) => {
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
      afterPaint: (then: () => void) => then(),
    }
    await new Projects(withBroken(all, name, isSync ? boom : fails) as never).restore('mine')
    expectEnded(session, said)
    expect(said).not.toEqual([])
  },
)

it.each(failing('targets.save', 'now', 'store.read'))(
  'saving a project ends with a message if its dependency %s %s',
  async (name, _, fails) => {
    const { session, said, deps } = pictureDeps()
    const all = {
      ...deps,
      store: { read: async () => null },
      autosave: { adopt: () => {}, current: () => 'mine' },
      now: () => 1,
      targets: { save: () => {} },
    }
    await new Projects(withBroken(all, name, name === 'store.read' ? fails : boom) as never).saveFile()
    expectEnded(session, said)
  },
)
