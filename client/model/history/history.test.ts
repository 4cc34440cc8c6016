import { proxy, snapshot } from 'valtio/vanilla'
import { expect, it } from 'vitest'
import { defaults } from '#client/kit/base/fields.ts'
import type { LayerId } from '#client/kit/base/ids.ts'
import { cropFields } from '../document/crop.ts'
import { type Document, type DocumentSnapshot, emptyDocument, type LayerBase, stateHash } from '../document/document.ts'
import { History } from './history.ts'

interface Words extends LayerBase {
  text: string
  position: { x: number; y: number }
}

function setup(options: { limit?: number } = {}) {
  let time = 0
  const doc = proxy(emptyDocument()) as Document<Words>
  const history = new History(doc, { now: () => time, isStrict: true, ...options })
  const add = (name: string) =>
    history.transact('Add', () => {
      const id = name as LayerId
      doc.layers[id] = { id, kind: 'text', placement: 'background', text: name, position: { x: 0, y: 0 } }
      doc.order.push(id)
    })
  const hash = () => `${stateHash(snapshot(doc) as DocumentSnapshot)} ${Object.keys(doc.layers)}`
  const wait = (ms: number) => {
    time += ms
  }
  return { doc, history, add, hash, wait }
}

it('undo and redo restore the document before and after a step', () => {
  const { doc, history, add } = setup()
  add('a')
  expect(history.state.undo).toBe('Add')
  history.undo()
  expect(doc.order).toEqual([])
  expect(history.state.redo).toBe('Add')
  history.redo()
  expect(doc.layers['a' as LayerId]?.text).toBe('a')
})

it('undo removes a record that the document did not have before', () => {
  const { doc, history, hash } = setup()
  const before = hash()
  history.transact('Slide', () => {
    doc.motion = { path: 'slide', strength: 50, seconds: 4, text: 'none' }
  })
  history.undo()
  expect(hash()).toBe(before)
  history.redo()
  expect(doc.motion?.path).toBe('slide')
})

it('a slider drag adds one undo step', () => {
  const { doc, history } = setup()
  const drag = history.begin('Brightness')
  for (let value = 100; value <= 150; value++) doc.tune.image.brightness = value
  drag.commit()
  history.undo()
  expect(doc.tune.image.brightness).toBe(100)
  expect(history.state.undo).toBeNull()
})

it('a drag back to its start adds no step', () => {
  const { doc, history } = setup()
  const drag = history.begin('Brightness')
  doc.tune.image.brightness = 150
  doc.tune.image.brightness = 100
  drag.commit()
  expect(history.state.undo).toBeNull()
})

it('cancelling a drag restores all values', () => {
  const { doc, history } = setup()
  const drag = history.begin('Brightness')
  doc.tune.image.brightness = 150
  drag.cancel()
  expect(doc.tune.image.brightness).toBe(100)
  expect(history.state.undo).toBeNull()
})

it('undo during a drag reverts only the drag', () => {
  const { doc, history } = setup()
  history.transact('Fade', () => {
    doc.tune.image.fade = 5
  })
  const drag = history.begin('Brightness')
  doc.tune.image.brightness = 150
  history.undo()
  expect(drag.isOpen).toBe(false)
  expect(doc.tune.image.brightness).toBe(100)
  expect(history.state).toMatchObject({ undo: 'Fade', redo: null })
  drag.commit()
  history.redo()
  expect(doc.tune.image).toMatchObject({ brightness: 100, fade: 5 })
})

it('undo during a drag without changes reverts the last step', () => {
  const { doc, history } = setup()
  history.transact('Fade', () => {
    doc.tune.image.fade = 5
  })
  history.begin('Brightness')
  history.undo()
  expect(doc.tune.image.fade).toBe(0)
})

it('an edit commits a running drag as a separate step', () => {
  const { doc, history } = setup()
  const drag = history.begin('Brightness')
  doc.tune.image.brightness = 150
  history.transact('Fade', () => {
    doc.tune.image.fade = 5
  })
  expect(drag.isOpen).toBe(false)
  history.undo()
  expect(doc.tune.image).toMatchObject({ brightness: 150, fade: 0 })
  history.undo()
  expect(doc.tune.image.brightness).toBe(100)
})

it('key presses on one control within 500 ms become one step', () => {
  const { doc, history, wait } = setup()
  const press = () => history.transact('Fade', () => doc.tune.image.fade++, 'fade')
  press()
  wait(499)
  press()
  wait(500)
  press()
  history.undo()
  expect(doc.tune.image.fade).toBe(2)
  history.undo()
  expect(doc.tune.image.fade).toBe(0)
})

it('undo removes a record that merged key presses created', () => {
  const { doc, history } = setup()
  const grow = () =>
    history.transact(
      'Crop',
      () => {
        doc.crop = { ...defaults(cropFields), angle: (doc.crop?.angle ?? 0) + 1 }
      },
      'crop.angle',
    )
  grow()
  grow()
  history.undo()
  expect(doc.crop).toBeNull()
})

it('key presses that cancel each other out add no step', () => {
  const { doc, history } = setup()
  history.transact('Blur', () => doc.tune.image.blur++)
  history.transact('Fade', () => doc.tune.image.fade++, 'fade')
  history.transact('Fade', () => doc.tune.image.fade--, 'fade')
  expect(history.state.undo).toBe('Blur')
  history.undo()
  expect(history.state.undo).toBeNull()
})

it('an edit that throws is rolled back', () => {
  const { doc, history, add } = setup()
  add('a')
  const fail = () =>
    history.transact('Fail', () => {
      doc.order.length = 0
      throw new Error('no')
    })
  expect(fail).toThrow('no')
  expect(doc.order).toEqual(['a'])
})

it('undo and redo keep the proxies that panels hold', () => {
  const { doc, history, add } = setup()
  add('a')
  const held = doc.layers['a' as LayerId]!
  history.transact('Move', () => {
    held.position.x = 5
  })
  history.undo()
  history.redo()
  expect(held.position.x).toBe(5)
  history.transact('Move', () => {
    held.position.x = 7
  })
  expect(doc.layers['a' as LayerId]?.position.x).toBe(7)
})

it('a layer that undo restored can be changed', () => {
  const { doc, history, add } = setup()
  add('a')
  history.transact('Delete', () => {
    delete doc.layers['a' as LayerId]
    doc.order.splice(0, 1)
  })
  history.undo()
  history.transact('Type', () => {
    doc.layers['a' as LayerId]!.text = 'again'
  })
  expect((snapshot(doc) as DocumentSnapshot<Words>).layers['a' as LayerId]?.text).toBe('again')
})

it('undo restores a removed layer at its position', () => {
  const { doc, history, add } = setup()
  for (const name of ['a', 'b', 'c']) add(name)
  const held = doc.layers['c' as LayerId]!
  history.transact('Delete', () => {
    delete doc.layers['a' as LayerId]
    doc.order.splice(0, 1)
  })
  history.undo()
  expect(Object.keys(doc.layers)).toEqual(['a', 'b', 'c'])
  history.transact('Move', () => {
    held.position.x = 5
  })
  expect((snapshot(doc) as DocumentSnapshot<Words>).layers['c' as LayerId]?.position.x).toBe(5)
})

it('a write outside the history makes the next edit throw', () => {
  const { doc, history } = setup()
  doc.tune.image.fade = 5
  expect(() => history.transact('Any', () => {})).toThrow('outside history')
})

it('beyond the limit, the oldest step is dropped', () => {
  const { doc, history, wait } = setup({ limit: 3 })
  for (let i = 0; i < 5; i++) {
    history.transact('Fade', () => doc.tune.image.fade++)
    wait(1000)
  }
  for (let i = 0; i < 5; i++) history.undo()
  expect(doc.tune.image.fade).toBe(2)
})

it('restart clears the undo stack', () => {
  const { doc, history, add } = setup()
  add('a')
  history.restart(() => {
    doc.layers = {}
    doc.order = []
  })
  expect(history.state.undo).toBeNull()
  expect([...history.reachable()]).toEqual([])
})
