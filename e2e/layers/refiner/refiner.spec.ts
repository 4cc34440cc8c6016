/** Everything that the networks behind the better matte do for users, on one photo, which they look at once. */
import { SEPARATING, test } from '../../support/test.ts'
import { chooseByFinger, chooseSubject, findNoSubject } from './chooseSubject.ts'
import { findPeople } from './findPeople.ts'
import { eraseByFinger, liftObjects } from './objects.ts'

test.use({ ...SEPARATING, hasTouch: true }) // the offer has its large buttons

// One test, because the networks take half a minute before anything can be chosen in a photo or lifted out of it.
test('the better matte, other subjects, objects and people of a photo, and a photo without a subject', async ({
  page,
}) => {
  test.setTimeout(900_000) // the networks on a software GPU
  await test.step('the subject', () => chooseSubject(page))
  await test.step('objects', () => liftObjects(page))
  await test.step('people', () => findPeople(page))
  const desk = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await test.step('the subject with a finger, on the width of a phone', () => chooseByFinger(page))
  await test.step('objects with a finger, on the width of a phone', () => eraseByFinger(page))
  await page.setViewportSize(desk)
  await test.step('a photo without a subject', () => findNoSubject(page))
})
