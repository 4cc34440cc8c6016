import { useSnapshot } from 'valtio'
import { expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { type Session, SessionContext } from '#client/model/session/session.ts'
import { render } from '../../../tests/helpers/render.ts'
import { separatedPhoto } from '../../../tests/helpers/session.ts'
import { addLayer } from '../actions.ts'
import type { ShapeLayer } from '../shape/schema.ts'
import { shapeTransform } from '../shape/transform.ts'
import { HiddenNotice } from './HiddenNotice.tsx'

/** Renders the layer's position, so that a test can wait until React has rendered that position. */
function Place({ session, layer }: { session: Session; layer: ShapeLayer }) {
  const { position } = useSnapshot(session.doc).layers[layer.id] as ShapeLayer
  return <p>at {Math.round(position.horizontal)} %</p>
}

it("the notice about a hidden layer doesn't change until a drag ends", async () => {
  const session = separatedPhoto()
  const id = addLayer(session, 'shape', { type: 'rectangle', placement: 'background' })!
  const layer = session.doc.layers[id] as ShapeLayer
  const moveTo = (x: number) => shapeTransform.moveTo(layer, { x, y: 50 }, session.doc)
  session.history.transact('Place', () => {
    shapeTransform.stretchTo?.(layer, { width: 40, height: 40 })
    moveTo(240)
  })
  render(
    <SessionContext value={session}>
      <HiddenNotice layer={id} />
      <Place session={session} layer={layer} />
    </SessionContext>,
  )
  const notice = page.getByText('The subject hides almost all of this layer.')

  const into = session.history.begin('Move')
  moveTo(60)
  await expect.element(page.getByText('at 20 %')).toBeVisible()
  expect(notice.elements()).toEqual([])
  into.commit()
  await expect.element(notice).toBeVisible()

  const out = session.history.begin('Move')
  moveTo(240)
  await expect.element(page.getByText('at 80 %')).toBeVisible()
  expect(notice.elements()).toHaveLength(1)
  out.commit()
  await expect.element(notice).not.toBeInTheDocument()
})
