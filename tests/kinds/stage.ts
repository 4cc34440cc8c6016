/** The stage for tests of a kind: a photo with its subject, and one layer of the kind. */
import type { WebGLRenderer } from 'pixi.js'
import { liveFonts } from '#client/kit/fonts/fonts.ts'
import type { Rect, Size } from '#client/kit/geometry/geometry.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { LruMap } from '#client/kit/values/LruMap.ts'
import { newLayer } from '#client/layers/registry.ts'
import { AssetStore } from '#client/model/assets/store.ts'
import { type Document, type DocumentSnapshot, emptyDocument, type LayerBase } from '#client/model/document/document.ts'
import type { Frame, LayerNode } from '#client/render/kind.ts'
import { separationOf } from '#client/render/matting/separation.ts'
import { drawnOn, putBitmap } from '../helpers/gpu.ts'
import { syntheticPhoto } from '../helpers/photos.ts'
import { discCoverage } from '../helpers/rasterised.ts'
import { FIXTURES } from './fixtures.ts'
import { fitted, layerOf, type PaintedKind, type TestedKind } from './testedKind.ts'

export const SIZE: Size = { width: 240, height: 180 }
export const WHOLE: Rect = { x: 0, y: 0, ...SIZE }

/** Premultiplied RGBA, row-major. */
export interface Shot extends Size {
  data: Uint8Array
}

export interface Stage {
  renderer: WebGLRenderer
  assets: AssetStore
  /** Another asset of the same type and size, by asset. */
  others: ReadonlyMap<string, AssetId>
  /** Failures that the layers' nodes have reported. */
  reports: string[]
  /** Cached results of `freshShot`, by kind and record. */
  known: WeakMap<PaintedKind, LruMap<string, Promise<Shot>>>
  /** Returns a document with `layer` and the objects that its kind needs. */
  documentOf(layer: LayerBase): DocumentSnapshot
  /** Returns a layer with these values that fits on the canvas. */
  sampleOf(kind: TestedKind, values: object): LayerBase
  destroy(): void
}

/** Creates the stage. `picture`: opaque, unpremultiplied RGBA of the photo. */
export async function openStage(
  renderer: WebGLRenderer,
  picture: Uint8ClampedArray = syntheticPhoto(false, SIZE.width, SIZE.height).rgba,
): Promise<Stage> {
  const assets = new AssetStore()
  const { width, height } = SIZE
  const photoOf = async (invert: boolean) => {
    const rgba = Uint8ClampedArray.from(picture, (byte, i) => (invert && i % 4 < 3 ? 255 - byte : byte))
    return (await putBitmap(assets, rgba, SIZE)).asset
  }
  const [photo, otherPhoto] = [await photoOf(false), await photoOf(true)]
  const coverage = discCoverage(width, height)
  const matte = assets.put({ kind: 'matte', ...SIZE, coverage })
  const otherMatte = assets.put({ kind: 'matte', ...SIZE, coverage: coverage.map((byte) => 255 - byte) })
  const reports: string[] = []

  /** Replaces values of type `image` with the photo's pixels. */
  const withPicture = (values: object) =>
    'type' in values && values.type === 'image' ? { ...values, content: photo } : values

  function documentOf(layer: LayerBase): DocumentSnapshot {
    const doc: Document = emptyDocument()
    doc.photo = { asset: photo, name: 'a.png', ...SIZE, hasAlpha: false }
    doc.separation = separationOf(assets, matte, 'test')
    // the subject's enhancements differ from the background's, because the subject must be painted over its own photo
    doc.tune.foreground.exposure = 30
    for (const kind of ['background', 'subject'] as const) if (kind !== layer.kind) newLayer(doc, kind)
    doc.layers[layer.id] = layer
    doc.order.splice(layer.kind === 'background' ? 0 : doc.order.length, 0, layer.id)
    return doc as DocumentSnapshot
  }
  return {
    renderer,
    assets,
    others: new Map([
      [photo, otherPhoto],
      [otherPhoto, photo],
      [matte, otherMatte],
    ]),
    reports,
    known: new WeakMap(),
    documentOf,
    sampleOf(kind, values) {
      const layer = layerOf(kind, {
        ...withPicture(values),
        ...FIXTURES[kind.kind]?.({ bitmap: otherPhoto, matte, box: separationOf(assets, matte, 'test').box }),
      })
      return fitted(kind, layer, documentOf(layer))
    },
    destroy: () => assets.destroy(),
  }
}

export type Painted = LayerNode<never>

/** Creates a node of the kind. It reports failures to the stage. */
export const nodeOf = ({ renderer, assets, reports }: Stage, kind: PaintedKind): Painted =>
  kind.createNode({ renderer, assets, fonts: liveFonts, report: (error) => reports.push(error) })

/** Updates a node with the layer, paints it and returns the pixels. */
export async function shoot(
  stage: Stage,
  node: Painted,
  layer: LayerBase,
  at: Partial<Frame> = {},
  doc?: DocumentSnapshot,
) {
  const frame = { region: WHOLE, scale: 1, isDraft: false, ...at }
  // the layer has the kind's own fields
  await node.update(layer as never, frame, doc ?? stage.documentOf(layer))
  return shown(stage, node, frame)
}

/** Renders the node without an update. */
export function shown({ renderer }: Stage, node: Painted, { region, scale }: Frame): Shot {
  const [width, height] = [Math.round(region.width * scale), Math.round(region.height * scale)]
  const grid = { x: region.x * scale, y: region.y * scale, width, height, scale }
  return { width, height, data: drawnOn(renderer, node.view, grid) }
}

export async function shotOf(
  stage: Stage,
  kind: PaintedKind,
  layer: LayerBase,
  at?: Partial<Frame>,
  doc?: DocumentSnapshot,
) {
  const node = nodeOf(stage, kind)
  const shot = await shoot(stage, node, layer, at, doc)
  node.destroy()
  return shot
}

/** A check uses at most two layers of a sample: the original layer, and the layer after a gesture. */
const MAX_KNOWN = 2

/** Paints the whole layer with a new node at scale 1. The result is cached, because several checks need it. */
export function freshShot(stage: Stage, kind: PaintedKind, layer: LayerBase): Promise<Shot> {
  const shots = stage.known.get(kind) ?? new LruMap<string, Promise<Shot>>()
  stage.known.set(kind, shots)
  const key = JSON.stringify(layer)
  const shot = shots.get(key) ?? shotOf(stage, kind, layer)
  shots.set(key, shot)
  shots.trim(MAX_KNOWN)
  return shot
}

/** Paints an image in parts with one node. Returns the pixels of the whole. */
export async function inParts(stage: Stage, kind: PaintedKind, layer: LayerBase, part: Size): Promise<Uint8Array> {
  const node = nodeOf(stage, kind)
  const whole = new Uint8Array(SIZE.width * SIZE.height * 4)
  for (let y = 0; y < SIZE.height; y += part.height)
    for (let x = 0; x < SIZE.width; x += part.width) {
      const width = Math.min(part.width, SIZE.width - x)
      const height = Math.min(part.height, SIZE.height - y)
      const { data } = await shoot(stage, node, layer, { region: { x, y, width, height } })
      for (let row = 0; row < height; row++)
        whole.set(data.subarray(row * width * 4, (row + 1) * width * 4), ((y + row) * SIZE.width + x) * 4)
    }
  node.destroy()
  return whole
}

/** Returns the number of live textures. Pixi replaces freed textures in the list with null. */
export const texturesOf = ({ renderer }: Stage): number => renderer.texture.managedTextures.filter(Boolean).length
