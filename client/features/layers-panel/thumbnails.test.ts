import { subscribe } from 'valtio/vanilla'
import { beforeEach, expect, it, vi } from 'vitest'
import { createDeferred, type Deferred } from '#client/kit/async/deferred.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { newLayer } from '#client/layers/registry.ts'
import { stackRows } from '#client/layers/restack.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import { createSession, type Session, snapshotOf } from '#client/model/session/session.ts'
import { SILENT } from '../../../tests/helpers/session.ts'
import { Thumbnails } from './thumbnails.ts'

let session: Session
let thumbnails: Thumbnails
/** The layers that were requested to be painted, oldest first. */
let begun: { layer: LayerId; signal: AbortSignal; result: Deferred<ImageData> }[]
let idle: (() => void)[]
let texts: LayerId[]

beforeEach(() => {
  session = createSession(SILENT, { isStrict: true })
  session.history.restart(() => {
    session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, width: 1000, height: 500 }
    newLayer(session.doc, 'background')
    texts = ['one', 'two', 'three'].map((text) => newLayer(session.doc, 'text', { text }))
  })
  begun = []
  idle = []
  thumbnails = new Thumbnails({
    paint(_, layer, signal) {
      const result = createDeferred<ImageData>()
      begun.push({ layer, signal, result })
      return result.ready()
    },
    whenIdle: (run) => void idle.push(run),
    isBusy: () => session.history.isOpen,
  })
})

const update = () => thumbnails.update(snapshotOf(session), stackRows(snapshotOf(session)))
const settle = () => new Promise((resolve) => setTimeout(resolve))
const rest = () => {
  for (const run of idle.splice(0)) run()
  return settle()
}
const picture = (width = 4, alpha = 255) =>
  ({ width, height: 4, data: new Uint8ClampedArray(16 * width).fill(alpha) }) as unknown as ImageData

/** Completes the most recent paint. */
function finish(result = picture()) {
  begun.at(-1)?.result.set(result)
  return settle()
}

async function paintAll() {
  update()
  for (const _ of texts) {
    await rest()
    await finish()
  }
}

const change = (id: LayerId, text: string) =>
  session.history.transact('Words', () => {
    ;(session.doc.layers[id] as TextLayer).text = text
  })

it('each idle period paints one thumbnail, in the order of the rows', async () => {
  const heard = vi.fn()
  subscribe(thumbnails.pictures, heard)
  update()
  expect(begun).toEqual([])
  for (const [i, id] of texts.entries()) {
    await rest()
    expect(begun.map(({ layer }) => layer)).toEqual(texts.slice(0, i + 1))
    expect(thumbnails.pictures[id] ?? null).toBeNull()
    await finish(picture(i + 1))
    expect(thumbnails.pictures[id]?.width).toBe(i + 1)
  }
  expect(heard).toHaveBeenCalledTimes(3)
  expect(idle).toEqual([])
})

it('an edited layer shows its previous thumbnail until the new thumbnail is painted', async () => {
  await paintAll()
  begun = []
  change(texts[1]!, 'new')
  update()
  await rest()
  expect(begun.map(({ layer }) => layer)).toEqual([texts[1]])
  expect(thumbnails.pictures[texts[1]!]?.width).toBe(4)
  await finish(picture(9))
  expect(thumbnails.pictures[texts[1]!]?.width).toBe(9)
  update()
  expect(idle).toEqual([])
})

it('enhancing the photo repaints only the subject’s thumbnail', async () => {
  session.history.transact('Separate', () => {
    session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 9, height: 9 } }
    texts.push(newLayer(session.doc, 'subject'))
  })
  await paintAll()
  begun = []
  session.history.transact('Exposure', () => {
    session.doc.tune.foreground.exposure = 20
    session.doc.tune.background.exposure = 20
  })
  update()
  await rest()
  expect(begun.map(({ layer }) => session.doc.layers[layer]?.kind)).toEqual(['subject'])
  await finish()
  expect(idle).toEqual([])
})

it('a gesture pauses the painting of thumbnails', async () => {
  update()
  const gesture = session.history.begin('Move')
  await rest()
  expect(begun).toEqual([])
  gesture.commit()
  update()
  await rest()
  expect(begun).toHaveLength(1)
  thumbnails.pause() // a gesture begins while a thumbnail is being painted
  expect(begun[0]?.signal.aborted).toBe(true)
  await finish()
  expect(thumbnails.pictures[texts[0]!] ?? null).toBeNull()
  update()
  await rest()
  await finish()
  expect(thumbnails.pictures[texts[0]!]).toBeTruthy()
})

it('a removed layer, or a layer whose painting fails, has no thumbnail', async () => {
  await paintAll()
  session.history.transact('Remove', () => {
    session.doc.order = session.doc.order.filter((id) => id !== texts[0])
  })
  update()
  expect(thumbnails.pictures[texts[0]!] ?? null).toBeNull()

  const error = vi.spyOn(console, 'error').mockImplementation(() => {})
  const failing = new Thumbnails({
    paint: () => Promise.reject(new Error('no')),
    whenIdle: (run) => void idle.push(run),
    isBusy: () => false,
  })
  failing.update(snapshotOf(session), stackRows(snapshotOf(session)))
  for (let i = 0; i < 5; i++) {
    await rest()
    await finish()
  }
  expect(error).toHaveBeenCalledTimes(2)
  expect(failing.pictures[texts[1]!] ?? null).toBeNull()
  error.mockRestore()
})

it('a layer that shows nothing, such as an erased subject, has no thumbnail', async () => {
  update()
  await rest()
  await finish(picture(4, 0))
  expect(thumbnails.pictures[texts[0]!]).toBeNull()
  expect(begun).toHaveLength(1)
})
