import { expect, it } from 'vitest'
import { withPicture } from './insertPrerendered.ts'

const BARE = `<head>
    <script>early()</script>
    <script type="module" crossorigin src="/a.js"></script>
    <script type="module" crossorigin src="/app.js"></script>
  </head>
  <div id="root"></div>`

it("inserts the prerendered page into the app's root, defers the app, and adds preload links", () => {
  expect(withPicture(BARE, '<p>$&</p>', ['<link href="/b.js" />', '<link href="/c.css" />'])).toBe(`<head>
    <script>early()</script>
    <link rel="modulepreload" href="/a.js" crossorigin fetchpriority="low" />
    <link rel="modulepreload" href="/app.js" crossorigin fetchpriority="low" data-app />
    <link href="/b.js" />
    <link href="/c.css" />
  </head>
  <div id="root"><p>$&</p></div>`)
})

it.each([
  ['  </head>', /<\/head>/],
  ['<div id="root">', /id="root"/],
  [' type="module"', /script/],
])('does not go on without %s', (place, complaint) => {
  expect(() => withPicture(BARE.replaceAll(place, ''), '<p>', [])).toThrow(complaint)
})
