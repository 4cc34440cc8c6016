/** A session with a photo, its matte and some text layers, for tests of the whole image. */
import type { Size } from '#client/kit/geometry/geometry.ts'
import { type LayerValues, newLayer } from '#client/layers/registry.ts'
import { createSession, type Notices, type Session } from '#client/model/session/session.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { atEnd, noise, putBitmap } from './gpu.ts'
import type { Picture } from './photos.ts'
import { SILENT } from './session.ts'

export const TEXTS = [
  { text: 'Behind', fontSize: 60, rotation: 17, placement: 'background' },
  {
    text: 'שלום\nnew',
    fontSize: 33,
    color: '#e0202f',
    opacity: 60,
    position: { horizontal: 30, vertical: 80 },
    placement: 'foreground',
  },
  {
    text: 'box',
    fontSize: 24,
    placement: 'foreground',
    position: { horizontal: 85, vertical: 20 },
    background: { enabled: true, width: 90, height: 40, borderRadius: 12, color: '#2040c0' },
  },
] as const

interface SceneOptions {
  size: Size
  hasAlpha?: boolean
  texts?: readonly LayerValues[]
  notices?: Partial<Notices>
}

/**
 * Creates a session whose photo is noise, with a soft disc as the subject. Resolves with the session and the photo's
 * pixels (straight RGBA, row-major). The session is disposed at the end of the test.
 */
export async function sceneOf({ size, hasAlpha = false, texts = [], notices = {} }: SceneOptions) {
  const { width, height } = size
  const next = noise(3)
  const rgba = new Uint8ClampedArray(width * height * 4)
  for (let i = 0; i < rgba.length; i++) rgba[i] = i % 4 === 3 && !hasAlpha ? 255 : next()
  const coverage = new Uint8Array(width * height)
  for (let i = 0; i < coverage.length; i++) {
    const distance = Math.hypot((i % width) - width / 2, Math.floor(i / width) - height / 2)
    coverage[i] = Math.max(0, Math.min(255, 128 + (height / 3 - distance) * 20))
  }
  const session = await separatedBy({ width, height, rgba, coverage }, { hasAlpha, notices })
  session.history.restart(() => {
    for (const text of texts) newLayer(session.doc, 'text', text)
  })
  return { session, rgba }
}

/** Returns a session with a segmented photo. The session is disposed at the end of the test. */
export async function separatedBy(
  { width, height, rgba, coverage }: Picture,
  { hasAlpha = false, notices = {} }: Pick<SceneOptions, 'hasAlpha' | 'notices'> = {},
): Promise<Session> {
  const size = { width, height }
  const session = createSession({ ...SILENT, ...notices })
  atEnd(() => session.dispose())
  const photo = await putBitmap(session.assets, rgba, size, hasAlpha)
  const matte = session.assets.put({ kind: 'matte', ...size, coverage })
  session.history.restart(() => {
    session.doc.photo = { ...photo, name: 'a.png' }
    session.doc.separation = separationOf(session.assets, matte, 'test')
    newLayer(session.doc, 'background')
    newLayer(session.doc, 'subject')
  })
  return session
}
