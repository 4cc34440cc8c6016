// A decoder that shares nothing with browsers or Node: netpbm's, on libpng, which also checks every sum and order.
import { execFileSync } from 'node:child_process'
import { beforeAll, expect, it } from 'vitest'
import { encodePng } from '../fixtures/encode.ts'
import { CONTENTS, makePicture } from '../fixtures/pictures.ts'

const SETUP = new URL('../../../scripts/setup/browser.mjs', import.meta.url).href

beforeAll(async () => {
  const setup = (await import(SETUP)) as { program(name: string, debianPackage: string): Promise<void> }
  await setup.program('pngtopam', 'netpbm')
}, 120_000)

/** RGBA bytes of a PAM image with a text header. */
function decode(file: Uint8Array): { header: string; rgba: Uint8Array } {
  const pam = execFileSync('pngtopam', ['-alphapam'], {
    input: file,
    maxBuffer: 1 << 28,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const end = pam.indexOf('ENDHDR\n') + 7
  return { header: pam.subarray(0, end).toString(), rgba: new Uint8Array(pam.subarray(end)) }
}

it.each(
  CONTENTS.flatMap((content) => [
    { content, opaque: true },
    { content, opaque: false },
  ]),
)('libpng reads $content byte for byte, opaque $opaque', ({ content, opaque }) => {
  const size = { width: 331, height: 290 }
  const rgba = makePicture(size, content, opaque)
  const decoded = decode(encodePng(size, rgba, opaque, 128))
  expect(decoded.header).toContain('WIDTH 331\nHEIGHT 290\nDEPTH 4\nMAXVAL 255')
  expect(decoded.rgba.findIndex((value, i) => value !== rgba[i])).toBe(-1)
  expect(decoded.rgba).toHaveLength(rgba.length)
})
