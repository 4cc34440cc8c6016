/** Tests the features of the neural networks that refine the matte, on one photo, which they analyze once. */
import { SEPARATING, test } from '../../support/test.ts'
import { findPeople } from './findPeople.ts'
import { eraseByFinger, liftObjects } from './objects.ts'
import { findNoSubject, selectByFinger, selectSubject } from './selectSubject.ts'

test.use({ ...SEPARATING, hasTouch: true }) // touch enlarges the buttons

// One test for all, because the networks need half a minute to analyze the photo.
test('users find the subject, objects and people of a photo with the neural networks', async ({ page }) => {
  test.setTimeout(900_000) // the neural networks run on a software GPU
  await test.step('a user selects a subject', () => selectSubject(page))
  await test.step('a user lifts and erases objects', () => liftObjects(page))
  await test.step('a user finds the people of a photo', () => findPeople(page))
  const desk = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await test.step("a subject is selected with a finger at a phone's width", () => selectByFinger(page))
  await test.step("an object is erased with a finger at a phone's width", () => eraseByFinger(page))
  await page.setViewportSize(desk)
  await test.step('a photo without a subject shows a message', () => findNoSubject(page))
})
