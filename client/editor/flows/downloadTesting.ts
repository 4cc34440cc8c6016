/** A downloader with mocked dependencies, and an export job of another format. */
import { vi } from 'vitest'
import type { AssetId } from '#client/kit/base/ids.ts'
import { ok, type Result } from '#client/kit/base/result.ts'
import type { ExportError, ExportOptions } from '#client/media/exporter/formats/format.ts'
import { jpeg } from '#client/media/exporter/formats/registry.ts'
import { createSession } from '#client/model/session/session.ts'
import { createDownloader, type ExportJob } from './download.ts'
import { createAnnouncer } from './flow.ts'

/** The file that the mocked export renders. */
export const PNG = new Blob(['png'], { type: 'image/png' })

/**
 * For tests: returns a downloader whose dependencies (`deps`) are Vitest mocks that let every download succeed. A test
 * replaces a mock's result to let that step fail. `order` records the steps: 'render', 'spend' (the credit is charged),
 * 'save'. Every call returns a new session with a photo and new mocks.
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
    exportPlain: vi.fn(async (_doc: unknown, _options: ExportOptions): Promise<Result<Blob, ExportError>> => {
      order.push('render')
      return ok(PNG)
    }),
    readsExactly: vi.fn(async (_format: unknown) => true),
    mayDownload: vi.fn(async () => true),
    spend: vi.fn(async (handOver: () => void | Promise<void>) => {
      order.push('spend')
      await handOver()
      return true
    }),
    delivery: { handOver: save, done: 'Download complete!' },
    onExported: vi.fn(),
  }
  return { deps, session, notices, order, downloader: createDownloader(deps) }
}

/** An export job for a file that is not a PNG. */
export const JPEG_ORDER: ExportJob = {
  format: jpeg,
  render: async () => ok(new Blob(['jpg'], { type: 'image/jpeg' })),
  handOver() {},
  done: 'Done!',
}
