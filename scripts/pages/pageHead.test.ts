import { expect, it } from 'vitest'
import { links, type Manifest, needs, withPicture } from './pageHead.ts'

const MANIFEST: Manifest = {
  'client/site/pricing/Pricing.tsx': {
    file: 'assets/Pricing-1.js',
    imports: ['index.html', '_common'],
    css: ['assets/Pricing-2.css'],
  },
  'index.html': { file: 'assets/start-3.js', css: ['assets/start-4.css'] },
  _common: { file: 'assets/common-5.js', imports: ['index.html'] },
}
const HTML = '<script src="/assets/start-3.js"></script><link href="/assets/start-4.css">'

it("needs() lists the files of a page that the HTML doesn't load", () => {
  const found = needs(MANIFEST, 'client/site/pricing/Pricing.tsx', HTML)
  expect(found).toEqual(['/assets/Pricing-1.js', '/assets/Pricing-2.css', '/assets/common-5.js'])
})

it('needs() throws for a page that the manifest lacks', () => {
  expect(() => needs(MANIFEST, 'client/site/pricing/Prices.tsx', HTML)).toThrow('client/site/pricing/Prices.tsx')
})

it('the page preloads other scripts and styles only after the first paint', () => {
  const script = '<link rel="preload" as="fetch" href="/a.js" crossorigin fetchpriority="low" />'
  const style = '<link rel="preload" as="style" href="/b.css" crossorigin fetchpriority="low" />'
  expect(links(['/a.js', '/b.css'], false)).toEqual([`<template data-later>${script}${style}</template>`])
})

it('the prerendered page links its styles', () => {
  expect(links(['/b.css'], true)).toEqual(['<link rel="stylesheet" href="/b.css" crossorigin />'])
})

const BARE = `<head>
    <script>early()</script>
    <script type="module" crossorigin src="/a.js"></script>
    <script type="module" crossorigin src="/app.js"></script>
  </head>
  <div id="root"></div>`

it("the prerendered HTML is inside the app's root element", () => {
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
])('adding prerendered content throws if the HTML lacks %s', (place, complaint) => {
  expect(() => withPicture(BARE.replaceAll(place, ''), '<p>', [])).toThrow(complaint)
})
