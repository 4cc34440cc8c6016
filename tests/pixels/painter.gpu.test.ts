import type { WebGLRenderer } from 'pixi.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type AssetStore, createAssetStore } from '#client/assets/store.ts'
import { conform } from '#client/base/fields.ts'
import type { LayerId } from '#client/base/ids.ts'
import { createPainter, type Painter } from '#client/compositor/painter.ts'
import { type Document, type DocumentSnapshot, emptyDocument, type LayerBase } from '#client/document/document.ts'
import { type KindName, kinds } from '#client/layers/registry.ts'
import { bareRenderer, bitmapOf, noise } from '../helpers/gpu.ts'

const SIZE = { width: 190, height: 143 }

let renderer: WebGLRenderer
beforeAll(async () => {
  renderer = await bareRenderer()
})
afterAll(() => renderer.destroy())

const TEXTS = [
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

async function scene(hasAlpha: boolean, hasTexts: boolean) {
  const next = noise(3)
  const rgba = new Uint8ClampedArray(SIZE.width * SIZE.height * 4)
  for (let i = 0; i < rgba.length; i++) rgba[i] = i % 4 === 3 && !hasAlpha ? 255 : next()
  const coverage = new Uint8Array(SIZE.width * SIZE.height)
  for (let i = 0; i < coverage.length; i++) {
    const x = (i % SIZE.width) - 95
    const y = Math.floor(i / SIZE.width) - 71
    coverage[i] = Math.max(0, Math.min(255, 128 + (45 - Math.hypot(x, y)) * 20))
  }
  const assets = createAssetStore()
  const bitmap = await bitmapOf(rgba.slice(), SIZE.width, SIZE.height)
  const photo = assets.put({ kind: 'bitmap', bitmap, ...SIZE, hasAlpha, sha256: '' })
  const matte = assets.put({ kind: 'matte', ...SIZE, coverage })
  const doc: Document = emptyDocument()
  doc.photo = { asset: photo, name: 'a.png', ...SIZE, hasAlpha }
  doc.separation = { matte, model: 'test' }
  const add = (kind: KindName, values: object & { placement?: LayerBase['placement'] } = {}) => {
    const id = `${kind}${doc.order.length}` as LayerId
    doc.layers[id] = {
      ...conform(kinds[kind].fields, values),
      id,
      kind,
      placement: values.placement ?? kinds[kind].placement,
    }
    doc.order.push(id)
  }
  add('background')
  add('subject')
  if (hasTexts) for (const text of TEXTS) add('text', text)
  return { assets, rgba, doc: doc as DocumentSnapshot }
}

const painterOf = (doc: DocumentSnapshot, assets: AssetStore) =>
  createPainter({ doc, renderer, assets, kinds, report: (error) => expect.unreachable(error) })

/** Strips of `rows` rows, joined. */
async function inStrips(painter: Painter, rows: number): Promise<Uint8Array> {
  const { width, height } = painter.size
  const whole = new Uint8Array(width * height * 4)
  for (let y = 0; y < height; y += rows) {
    const strip = await painter.paint({ x: 0, y, width, height: Math.min(rows, height - y) })
    whole.set(strip, y * width * 4)
  }
  return whole
}

const differing = (a: Uint8Array, b: ArrayLike<number>) =>
  a.reduce((sum, value, i) => sum + (value === b[i] ? 0 : 1), 0)

describe.each([
  ['opaque', false],
  ['with alpha', true],
])('a photo %s', (_, hasAlpha) => {
  it('comes out untouched, byte for byte, from strips of any height', async () => {
    const { assets, rgba, doc } = await scene(hasAlpha, false)
    const painter = painterOf(doc, assets)
    expect(painter.opaque).toBe(!hasAlpha)
    for (const rows of [143, 64, 17]) expect(differing(await inStrips(painter, rows), rgba), `${rows} rows`).toBe(0)
    painter.destroy()
    assets.destroy()
  })

  it('with texts behind and in front is the same from strips as from one render, byte for byte', async () => {
    const { assets, rgba, doc } = await scene(hasAlpha, true)
    const painter = painterOf(doc, assets)
    const whole = await inStrips(painter, 143)
    expect(differing(whole, rgba), 'the texts are there').toBeGreaterThan(5000)
    for (const rows of [64, 31, 7]) expect(differing(await inStrips(painter, rows), whole), `${rows} rows`).toBe(0)
    painter.destroy()
    assets.destroy()
  })
})
