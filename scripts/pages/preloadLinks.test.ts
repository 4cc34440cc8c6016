import { expect, it } from 'vitest'
import { links, type Manifest, needs } from './preloadLinks.ts'

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

it('lists the files that a page needs beyond those already loaded', () => {
  const found = needs(MANIFEST, 'client/site/pricing/Pricing.tsx', HTML)
  expect(found).toEqual(['/assets/Pricing-1.js', '/assets/Pricing-2.css', '/assets/common-5.js'])
})

it("throws if a page's module was renamed", () => {
  expect(() => needs(MANIFEST, 'client/site/pricing/Prices.tsx', HTML)).toThrow('client/site/pricing/Prices.tsx')
})

it('preloads scripts and styles after the first paint, with the request mode of their later use', () => {
  const script = '<link rel="preload" as="fetch" href="/a.js" crossorigin fetchpriority="low" />'
  const style = '<link rel="preload" as="style" href="/b.css" crossorigin fetchpriority="low" />'
  expect(links(['/a.js', '/b.css'], false)).toEqual([`<template data-later>${script}${style}</template>`])
})

it('includes the styles of the prerendered page', () => {
  expect(links(['/b.css'], true)).toEqual(['<link rel="stylesheet" href="/b.css" crossorigin />'])
})
