import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../../tests/helpers/render.ts'
import { createFeatureSet, defineFeature } from './defineFeature.ts'
import { FeaturesContext, Slot } from './Slot.tsx'

it('a component that throws in a slot leaves the components of other features on the screen', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {}) // hides the error that React logs
  const broken = () => {
    throw new Error('broken')
  }
  const features = createFeatureSet([
    defineFeature({ id: 'broken', slots: { page: broken } }),
    defineFeature({ id: 'whole', slots: { page: () => <p>Whole</p> } }),
  ])
  render(
    <FeaturesContext value={features}>
      <Slot name="page" />
    </FeaturesContext>,
  )
  await expect.element(page.getByText('Whole')).toBeVisible()
})
