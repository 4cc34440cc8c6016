import { expect, it } from 'vitest'
import { withPicture } from './picture.ts'

const BARE = `<head>
    <script type="module" src="/a.js"></script>
  </head>
  <div id="root"></div>`

it('puts the picture where the app will stand, and what is asked for ahead into the head', () => {
  expect(withPicture(BARE, '<p>$&</p>', ['<link href="/b.js" />', '<link href="/c.css" />'])).toBe(`<head>
    <script type="module" fetchpriority="low" src="/a.js"></script>
    <link href="/b.js" />
    <link href="/c.css" />
  </head>
  <div id="root"><p>$&</p></div>`)
})

it.each(['  </head>', '<div id="root">', '<script type="module"'])('does not go on without %s', (place) => {
  expect(() => withPicture(BARE.replace(place, ''), '<p>', [])).toThrow(place)
})
