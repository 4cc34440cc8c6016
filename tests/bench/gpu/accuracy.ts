/** Accuracy of the picture: outline, twins, neutral settings, seams, and the preview against the export. */
import type { WebGLRenderer } from 'pixi.js'
import type { Size } from '#client/kit/base/geometry.ts'
import { newLayer } from '#client/layers/newLayer.ts'
import { paintedKinds } from '#client/layers/nodes.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { createPainter } from '#client/render/compositor/painter.ts'
import { bitmapOf, difference } from '../../helpers/gpu.ts'
import { outlineError } from './accuracy/outline.ts'
import { seams } from './accuracy/seams.ts'
import { twinError } from './accuracy/twin.ts'
import { ALL_TEN, coverageOf, portrait, sessionOf } from './documents.ts'
import { photoOf, sampleOf, sizeOf } from './photo.ts'
import { createRenderer, type Measured, type Setting } from './setting.ts'

export async function measure(setting: Setting): Promise<Measured> {
  const renderer = await createRenderer()
  const outline = await outlineError(renderer, setting)
  const twin = await twinError(renderer, setting)
  const neutral = await changedBytes(renderer, setting)
  const seam = await seams(renderer, setting)
  const preview = await previewAgainstExport(renderer, setting)
  return {
    figures: {
      outlineMaxErrorPx: outline.largest,
      twinMaxErrorLsb: twin.largest,
      neutralChangedBytes: neutral.count,
      seamBytes: seam.count,
      previewExportMeanLsb: preview.mean,
      previewExportP99Lsb: preview.p99,
    },
    lines: [outline.line, twin.line, neutral.line, seam.line, preview.line],
  }
}

const painterOf = (renderer: WebGLRenderer, session: Session, scale = 1) =>
  createPainter({ doc: snapshotOf(session), renderer, assets: session.assets, kinds: paintedKinds, report() {}, scale })

/**
 * Exports an untouched photo and compares it with the photo's bytes: alone, and with a word between subject and
 * background, where both branches add up to the photo everywhere but at the word.
 */
async function changedBytes(renderer: WebGLRenderer, { isQuick, photo }: Setting) {
  const size = sizeOf(isQuick ? 0.3 : 1)
  const bitmap = await photoOf(size, photo)
  const context = new OffscreenCanvas(size.width, size.height).getContext('2d')!
  context.drawImage(bitmap, 0, 0)
  const { data } = context.getImageData(0, 0, size.width, size.height)
  const session = sessionOf(bitmap, coverageOf(portrait(size)))
  const exported = async () => {
    const painter = painterOf(renderer, session)
    const bytes = await painter.paint({ x: 0, y: 0, ...size })
    painter.destroy()
    return bytes
  }
  const alone = difference(await exported(), data).count
  const place = { horizontal: 50, vertical: 8 }
  newLayer(session.doc, 'text', { text: 'word', fontSize: size.height / 16, position: place, placement: 'background' })
  const below = Math.round(size.height / 6) * size.width * 4 // where the word is
  const around = difference((await exported()).subarray(below), data.subarray(below)).count
  session.dispose()
  const count = alone + around
  return { count, line: `neutral: of ${data.length} bytes ${alone} changed, ${around} around a word between` }
}

/**
 * Previews a photo of 1 MP at a quarter of its size: the worst of three settings. The photo is as sharp as a camera's
 * (the samples enlarged twice, with sensor noise). Full runs also report crops of the samples themselves, which were
 * downscaled and are sharper per px than any camera's photo.
 */
async function previewAgainstExport(renderer: WebGLRenderer, { isQuick, photo }: Setting) {
  const size = sizeOf(1)
  const made = await worstAtQuarter(renderer, await photoOf(size, photo), size)
  const lines = [`preview at 1/4 against export, mean/p99 in LSB: ${made.line}`]
  const crop = { width: 448, height: 296 }
  for (const name of isQuick ? [] : (['astronaut', 'chelsea', 'coffee', 'rocket'] as const)) {
    const bitmap = await bitmapOf(await sampleOf(name, crop), crop.width, crop.height)
    lines.push(`  ${name}, ${crop.width} × ${crop.height}: ${(await worstAtQuarter(renderer, bitmap, crop)).line}`)
  }
  return { ...made, line: lines.join('\n') }
}

async function worstAtQuarter(renderer: WebGLRenderer, bitmap: ImageBitmap, size: Size) {
  const sets = {
    affine: { brightness: 112, contrast: 120, saturation: 135 },
    'nine sliders': { ...ALL_TEN, blur: 0 },
    'all ten': ALL_TEN,
  }
  let mean = 0
  let p99 = 0
  const seen: string[] = []
  for (const [label, set] of Object.entries(sets)) {
    const session = sessionOf(await createImageBitmap(bitmap))
    Object.assign(session.doc.tune.image, set)
    const errors = await errorsAtQuarter(renderer, session, size)
    session.dispose()
    const [m, p] = [errors.reduce((sum, e) => sum + e, 0) / errors.length, errors[Math.floor(errors.length * 0.99)]!]
    seen.push(`${label} ${m.toFixed(2)}/${p.toFixed(1)}`)
    mean = Math.max(mean, m)
    p99 = Math.max(p99, p)
  }
  return { mean, p99, line: seen.join(', ') }
}

async function errorsAtQuarter(renderer: WebGLRenderer, session: Session, { width, height }: Size) {
  const [fine, coarse] = [painterOf(renderer, session), painterOf(renderer, session, 1 / 4)]
  const full = await fine.paint({ x: 0, y: 0, width, height })
  const small = await coarse.paint({ x: 0, y: 0, width: width / 4, height: height / 4 })
  fine.destroy()
  coarse.destroy()
  const errors = new Float64Array((small.length * 3) / 4)
  for (let i = 0; i < errors.length; i++) {
    const [pixel, channel] = [Math.floor(i / 3), i % 3]
    const [x, y] = [(pixel % (width / 4)) * 4, Math.floor(pixel / (width / 4)) * 4]
    let sum = 0
    for (let k = 0; k < 16; k++) sum += full[((y + (k >> 2)) * width + x + (k & 3)) * 4 + channel]!
    errors[i] = Math.abs(sum / 16 - small[pixel * 4 + channel]!)
  }
  return errors.sort()
}
