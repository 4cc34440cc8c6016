/** Sessions and flows for tests: with photos, recorded notices, and mocks for uploads and downloads. */

import { vi } from 'vitest'
import type { AssetId } from '#client/kit/values/ids.ts'
import { ok, type Result } from '#client/kit/values/result.ts'
import type { ExportError, ExportOptions } from '#client/media/exporter/formats/format.ts'
import { jpeg, plainFormat } from '#client/media/exporter/formats/registry.ts'
import type { ImportError, ImportedImage } from '#client/media/importer/importer.ts'
import type { Segmenter } from '#client/media/segmenter/segmentation.ts'
import type { Coverage } from '#client/model/assets/store.ts'
import { createSession, type Session } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { createDownloader, type ExportJob } from './download.ts'
import { createAnnouncer } from './flow.ts'
import { createUploader } from './upload.ts'

/** Returns a file with a JPEG's name. Mocks import it without decoding. */
export const file = (name = 'cat.jpg') => new File(['x'], name, { type: 'image/jpeg' })

/** Returns an imported image for a file, by default of 4 × 2 px. The `close` function of its bitmap is a mock. */
export function imageOf(name: string, [width, height] = [4, 2]) {
  const close = vi.fn()
  const bitmap = { width, height, close } as unknown as ImageBitmap
  const image: ImportedImage = {
    bitmap,
    width,
    height,
    hasAlpha: false,
    name,
    type: 'jpeg',
    sha256: name,
    blob: new Blob(),
  }
  return { close, image }
}

/**
 * Creates a session with a segmented photo. `said` contains the alerts and toasts. `undo` runs the action of the last
 * toast.
 */
export function heardSession() {
  const said: string[] = []
  let undo = () => {}
  const session = separatedSession({
    alert: async (text) => void said.push(text),
    toast({ title, description, detail = [], action }) {
      said.push([title, description ?? [], detail].flat().join(': '))
      if (action) undo = action.run
    },
  })
  return { session, said, undo: () => undo() }
}

const matte: Coverage = { width: 4, height: 2, coverage: new Uint8Array(8) }

/** Returns an uploader and its mocks. Import and segmentation succeed immediately. */
export function mockedUploader() {
  const said: string[] = []
  const notices = {
    alert: vi.fn(async (_: string) => {}),
    confirm: vi.fn(async () => true),
    toast: vi.fn(),
  }
  const session = createSession(notices, { isStrict: true })
  const announcer = createAnnouncer(session)
  const importImage = vi.fn<(file: File) => Promise<Result<ImportedImage, ImportError>>>(async (f) =>
    ok(imageOf(f.name).image),
  )
  const segment = vi.fn<Segmenter['segment']>(async () => ok(matte))
  const deps = {
    session,
    announcer: {
      ...announcer,
      begin(signal?: AbortSignal) {
        const message = announcer.begin(signal)
        const busy = (...status: Parameters<typeof message.busy>) => {
          said.push(status[0])
          message.busy(...status)
        }
        return { ...message, busy }
      },
    },
    importImage: importImage as never,
    segmenter: { segment: segment as never, warmUp: vi.fn() },
    requestProcessing: vi.fn(async () => true),
    afterPaint: vi.fn((then: () => void) => then()),
    countImage: vi.fn(),
    subjectFound: vi.fn((_painted: Promise<void>) => {}),
    leavePhoto: vi.fn(),
  }
  return { deps, session, notices, said, importImage, segment, uploader: createUploader(deps) }
}

/** The file that the mocked export renders. */
export const PNG = new Blob(['png'], { type: 'image/png' })

/**
 * Returns a new session with a photo, and a downloader with Vitest mocks as dependencies (`deps`). Downloads succeed
 * unless the test changes a mock. `order` records the steps 'render', 'spend' (a credit is spent) and 'save'.
 */
export function mockedDownloader() {
  const notices = { alert: vi.fn(), confirm: vi.fn(), toast: vi.fn() }
  const session = createSession(notices, { isStrict: true })
  session.history.restart(() => {
    session.doc.photo = { asset: 'a' as AssetId, name: 'holiday.beach.jpg', width: 4, height: 2, hasAlpha: false }
  })
  const order: string[] = []
  const save = vi.fn((_blob: Blob, _name: string) => void order.push('save'))
  const deps = {
    session,
    announcer: createAnnouncer(session),
    now: () => 1_795_132_800_123,
    whenDone: vi.fn((): Promise<void> | null => null),
    exportPlain: vi.fn(async (_doc: unknown, _options: ExportOptions): Promise<Result<Blob, ExportError>> => {
      order.push('render')
      return ok(PNG)
    }),
    readsExactly: vi.fn(async (_format: unknown) => true),
    requestDownload: vi.fn(async () => true),
    spend: vi.fn(async (handOver: () => void | Promise<void>) => {
      order.push('spend')
      await handOver()
      return true
    }),
    delivery: { handOver: save, done: 'Download complete!' },
    onExported: vi.fn(),
  }
  const { deliver, cancel } = createDownloader(deps)
  const download = () => deliver({ format: plainFormat, render: deps.exportPlain, ...deps.delivery })
  return { deps, session, notices, order, downloader: { deliver, cancel, download } }
}

/** An export job for a file that is not a PNG. */
export const JPEG_ORDER: ExportJob = {
  format: jpeg,
  render: async () => ok(new Blob(['jpg'], { type: 'image/jpeg' })),
  handOver() {},
  done: 'Done!',
}

/** Changes the document in one undo step. */
export const tune = ({ doc, history }: Session) =>
  history.transact('Tune', () => Object.assign(doc.tune.image, { fade: 10 }))
