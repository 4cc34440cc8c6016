import { Container } from 'pixi.js'
import { expect, it } from 'vitest'
import { defaults } from '#client/kit/values/fields.ts'
import { lensFields } from '#client/model/document/lens.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import type { Frame, NodeContext } from '../kind.ts'
import { LensNode } from './LensNode.ts'

it('a LensNode waits until the LensNode in front of it is finished', async () => {
  const doc = snapshotOf(separatedSession())
  const frame: Frame = { region: { x: 0, y: 0, width: 8, height: 8 }, scale: 1, isDraft: false }
  const behindLens = (update: () => Promise<void> | undefined) => {
    const empty = { view: new Container(), area: null, update, destroy() {} }
    const node = new LensNode<null>(empty, {} as NodeContext, false)
    node.plane = { lens: defaults(lensFields), radius: 4, behind: 0, doc }
    return node
  }
  const front = behindLens(() => Promise.resolve())
  const back = behindLens(() => undefined)
  back.fronts = [front]
  const pixels = front.update(null, frame, doc)
  expect(back.update(null, frame, doc)).toBeInstanceOf(Promise)
  await pixels
  expect(back.update(null, frame, doc)).toBeUndefined()
})
