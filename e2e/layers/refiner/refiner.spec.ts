/** Tests the features of the neural networks that refine the matte, on one photo, which they analyze once. */
import { SEPARATING, test } from '../../support/test.ts'
import { findPeople } from './findPeople.ts'
import { findNoSubject } from './noSubject.ts'
import { eraseByFinger, liftObjects } from './objects.ts'
import { selectByFinger, selectSubject } from './selectSubject.ts'

test.use({ ...SEPARATING, hasTouch: true }) // touch enlarges the buttons

// One test for all, because the networks need half a minute to analyze the photo.
test('the neural networks find the subject, objects and people of a photo', async ({ page }) => {
  test.setTimeout(1_800_000) // the neural networks run on a software GPU, alongside other tests
  await test.step('a user selects the subject', () => selectSubject(page))
  await test.step('a user lifts and erases objects with the Objects tool', () => liftObjects(page))
  await test.step('a user finds the people with Find people', () => findPeople(page))
  const desk = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await test.step("a user selects the subject with a finger at a phone's width", () => selectByFinger(page))
  await test.step("a user erases an object with a finger at a phone's width", () => eraseByFinger(page))
  await page.setViewportSize(desk)
  await test.step('layers are added to a photo without a subject', () => findNoSubject(page))
})
