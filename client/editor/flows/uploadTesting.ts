/** Set-up of the tests of uploads: a session, and test doubles of the import and the separation. */
import { vi } from 'vitest'
import { ok, type Result } from '#client/kit/base/result.ts'
import type { ImportError, ImportedImage } from '#client/media/importer/importer.ts'
import type { Matte, SegmentError } from '#client/media/segmenter/segmenter.ts'
import { createSession } from '#client/model/session/session.ts'
import { createAnnouncer } from './flow.ts'
import { createUploader } from './upload.ts'

/** A file with the name of a JPEG, which nothing decodes. */
export const file = (name = 'cat.jpg') => new File(['x'], name, { type: 'image/jpeg' })
/** The imported image of a file, 4 × 2 px. `close` is the mock of its bitmap. */
export const imageOf = (name: string) => {
  const size = { width: 4, height: 2 }
  const close = vi.fn()
  const bitmap = { ...size, close } as unknown as ImageBitmap
  return {
    close,
    image: {
      bitmap,
      ...size,
      hasAlpha: false,
      name,
      type: 'jpeg',
      sha256: name,
      blob: new Blob(),
    } as ImportedImage,
  }
}
const matte: Matte = { width: 4, height: 2, coverage: new Uint8Array(8) }

/** An uploader whose import and separation succeed at once, with its mocks. */
export function setup() {
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
  const segment = vi.fn<() => Promise<Result<Matte, SegmentError>>>(async () => ok(matte))
  const deps = {
    session,
    announcer: {
      ...announcer,
      busy: (text: string, progress?: number | null) => {
        said.push(text)
        announcer.busy(text, progress)
      },
    },
    importImage: importImage as never,
    segmenter: { segment: segment as never, dispose: () => {} },

    mayProcess: vi.fn(async () => true),
    countImage: vi.fn(),
    improve: vi.fn(),
  }
  return { deps, session, notices, said, importImage, segment, uploader: createUploader(deps) }
}
