import { expect, it } from 'vitest'
import { sameItems } from '#client/kit/values/identity.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { addLayer } from '#client/layers/actions.ts'
import { snapshotOf } from '#client/model/session/session.ts'
import { subjectProxy } from '#client/render/objects/subjectFields.ts'
import { backgroundBranch } from '#client/render/photo/branches.ts'
import { separatedSession } from '../../../tests/helpers/session.ts'
import { backgroundKind } from './index.ts'

it('the background is repainted if hiding the subject changes the part that the background leaves out', () => {
  const session = separatedSession()
  const { width, height } = session.doc.photo!
  const matte = session.assets.put({ kind: 'matte', width, height, coverage: new Uint8Array(width * height) })
  const box = { x: 0, y: 0, width: 4, height: 4 }
  const id = addLayer(session, 'object', { lifted: { matte: matte as AssetId, box, home: 'background' } }) as LayerId
  const edit = (change: () => void) => session.history.transact('Change', change)
  edit(() => {
    Object.assign(session.doc.layers[id]!, { position: { x: 0, y: 0 } })
    ;(session.doc.layers[id] as unknown as { shadow: { enabled: boolean } }).shadow.enabled = true
    session.doc.tune.background.blur = 8
  })
  const before = snapshotOf(session)
  edit(() => Object.assign(subjectProxy(session)!, { isHidden: true }))
  const after = snapshotOf(session)
  expect([before, after].map((doc) => backgroundBranch(doc)?.role)).toEqual(['BEHIND', 'BEHIND'])
  const [inputs, changed] = [before, after].map((doc) => backgroundKind.inputs!(doc)) as [unknown[], unknown[]]
  expect(sameItems(inputs, changed)).toBe(false)
})
