/** Tests the real HEIC decoders in the sandbox with the production policy. */
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { photoDataOf } from '#client/media/gainmap/photoData.ts'
import { cornersOf, pixelsOf } from '#client/media/importer/fixtures/files.ts'
import { TOLERANCES } from '#client/media/importer/fixtures/tolerances.ts'
import { canvasWritesJpeg444 } from '#client/media/importer/heic/encodedPicture.ts'
import { heic2anyDecoder } from '#client/media/importer/heic/heic2anyDecoder.ts'
import { readMeta } from '#client/media/importer/heic/heicMeta.ts'
import { libheifDecoder } from '#client/media/importer/heic/libheifDecoder.ts'
import { type DecodingLimits, decodeInSandbox } from '#client/media/importer/heic/sandbox.ts'
import type { HeicDecoder, ImportedImage, ImportOptions } from '#client/media/importer/importer.ts'
import { importImage } from '#client/media/importer/importImage.ts'
import { HEIC_SANDBOX_SCRIPT, type SandboxRequest, type SandboxResponse } from '#server/contract/pages/heicSandbox.ts'

const LIMITS = { maxPixels: 1_000_000, maxSide: 4096, maxBytes: 1_000_000 }
const signal = new AbortController().signal
const RED = [200, 30, 30, 255]
const GREEN = [30, 200, 30, 255]
const BLUE = [30, 30, 200, 255]
const WHITE = [250, 250, 250, 255]
const UPRIGHT = [RED, GREEN, BLUE, WHITE]
/** The colors of UPRIGHT, read as Display P3 and converted to sRGB. */
const DISPLAY_P3 = [
  [218, 0, 6, 255],
  [0, 204, 0, 255],
  [30, 30, 208, 255],
  [250, 250, 250, 255],
]

async function fixture(name: string): Promise<File> {
  const response = await fetch(new URL(`../../client/media/importer/fixtures/${name}`, import.meta.url))
  return new File([await response.arrayBuffer()], name)
}

const decodedBy = async (decoder: HeicDecoder, file: Blob, stop = signal) =>
  decoder.decode(file, stop, readMeta(new Uint8Array(await file.arrayBuffer())))

const importFile = (file: File, options: Partial<ImportOptions> = {}) =>
  importImage(file, { limits: LIMITS, signal, consentToConvert: async () => true, ...options })

/** Imports a file that the decoders can read. */
async function picture(file: File, options: Partial<ImportOptions> = {}): Promise<ImportedImage> {
  const imported = await importFile(file, options)
  if (!imported.ok) throw new Error(imported.error)
  onTestFinished(() => imported.value.bitmap.close())
  return imported.value
}

function expectCorners(bitmap: ImageBitmap, expected: number[][]) {
  const corners = cornersOf(bitmap)
  const worst = Math.max(...corners.flat().map((value, i) => Math.abs(value - (expected.flat()[i] ?? NaN))))
  expect(worst, JSON.stringify(corners)).toBeLessThanOrEqual(TOLERANCES.convertedHeic)
}

/** Returns the mean difference between the channels of two images. */
function differenceOf(one: ImageBitmap, other: ImageBitmap): number {
  const [a, b] = [pixelsOf(one), pixelsOf(other)]
  return a.reduce((sum, value, i) => sum + Math.abs(value - (b[i] ?? Number.NaN)), 0) / a.length
}

/** Collects the error messages of failed decoders, in order. */
function watchFailures() {
  const info = vi.spyOn(console, 'info').mockImplementation(() => {})
  return () => info.mock.calls.map(([text, reason]) => `${text} ${reason instanceof Error ? reason.message : reason}`)
}

afterEach(() => {
  expect(document.querySelectorAll('iframe'), 'sandboxes left').toHaveLength(0)
})

describe.each([heic2anyDecoder, libheifDecoder])('the decoder $name in its sandbox', (decoder) => {
  it('the decoder turns a photo with a rotation box upright', async () => {
    const turned = await decodedBy(decoder, await fixture('turned-1.heic'))
    expect(turned).toBeInstanceOf(Blob)
    expectCorners(await createImageBitmap(turned), [GREEN, WHITE, RED, BLUE])
  })

  it('the import applies the EXIF orientation of a photo without a rotation box', async () => {
    const imported = await picture(await fixture('exif-6.heic'), { heicDecoders: [decoder] })
    expect(imported).toMatchObject({ width: 64, height: 96 })
    expectCorners(imported.bitmap, [BLUE, RED, WHITE, GREEN])
  })

  it('the decoder rejects a broken file', async () => {
    const file = await fixture('four-corners.heic')
    await expect(decodedBy(decoder, file.slice(0, 60))).rejects.toThrow()
  })
})

/** Returns bytes for a decoder that returns its input. */
const whole = () => new TextEncoder().encode('whole').buffer

describe('the chain of HEIC decoders', () => {
  it('libheif decodes an ordinary HEIC upright and at full size', async () => {
    const failures = watchFailures()
    const imported = await picture(await fixture('four-corners.heic'))
    expect(imported).toMatchObject({ width: 96, height: 64, hasAlpha: false, type: 'heic' })
    expect(imported.blob.type).toBe((await canvasWritesJpeg444()) ? 'image/jpeg' : 'image/png')
    expectCorners(imported.bitmap, UPRIGHT)
    expect(failures()).toEqual(['HEIC decoder browser failed: this browser does not read HEIC'])
  })

  it("the import converts a HEIC's colors to sRGB", async () => {
    watchFailures()
    const imported = await picture(await fixture('p3.heic'))
    expectCorners(imported.bitmap, DISPLAY_P3)
  })

  it("importing a HEIC in Display P3 doesn't change its color values", async () => {
    watchFailures()
    const imported = await picture(await fixture('p3.heic'), { keepsWideGamut: true })
    expect(imported.colorSpace).toBe('display-p3')
    expectCorners(imported.bitmap, UPRIGHT)
  })

  it("the import decodes a recent phone's HEIC", async () => {
    watchFailures()
    expectCorners((await picture(await fixture('recent-phone.heic'))).bitmap, UPRIGHT)
  })

  it('a 10-bit HEIC has the same colors as a JPEG of the same photo', async () => {
    watchFailures()
    const [deep, plain] = [await picture(await fixture('ten-bits.heic')), await picture(await fixture('plain.jpg'))]
    expect(differenceOf(deep.bitmap, plain.bitmap)).toBeLessThan(3)
  })

  it.each(['ten-bits.heic', 'half-transparent.heic', 'second-primary.heic', 'pq.heic'])(
    'heic2any rejects %s, because it would decode the file wrongly',
    async (name) => {
      await expect(decodedBy(heic2anyDecoder, await fixture(name))).rejects.toThrow('only plain files')
    },
  )

  it('the import passes on the thumbnail before the photo is decoded', async () => {
    watchFailures()
    const previews: Blob[] = []
    const imported = await picture(await fixture('with-thumbnail.heic'), { onPreview: (blob) => previews.push(blob) })
    expectCorners(imported.bitmap, UPRIGHT)
    const [preview] = previews
    if (!preview) throw new Error('no preview')
    expectCorners(await createImageBitmap(preview), UPRIGHT)
  })

  it('importing a tone-mapped HEIC preserves its gain map', async () => {
    watchFailures()
    const { blob } = await picture(await fixture('tone-map.heic'))
    const { gainMap } = await photoDataOf(blob)
    expect(gainMap?.metadata).toMatchObject({ min: [0, 0, 0], max: [2, 2, 2], capacityMax: 2 })
  })

  it('the import decodes the primary image even if another image is stored first', async () => {
    watchFailures()
    const imported = await picture(await fixture('second-primary.heic'))
    expect(imported).toMatchObject({ width: 64, height: 96 })
    const [red = [], , yellow = []] = cornersOf(imported.bitmap)
    expect(red[1]).toBeLessThan(30)
    expect(yellow[1]).toBeGreaterThan(225)
  })

  it.each(['pq.heic', 'hlg.heic'])(
    'the import maps 203 cd/m² of %s to white, and darker light linearly',
    async (name) => {
      watchFailures()
      const { bitmap } = await picture(await fixture(name))
      const [white = [], gray = [], , black = []] = cornersOf(bitmap)
      expect(Math.min(...white)).toBeGreaterThanOrEqual(252)
      // 50 cd/m², a quarter of white's luminance
      for (const value of gray.slice(0, 3)) expect(Math.abs(value - 137)).toBeLessThanOrEqual(4)
      for (const value of black.slice(0, 3)) expect(Math.abs(value - 25)).toBeLessThanOrEqual(4) // 2 cd/m²
    },
  )

  it('the import rejects an image whose size differs from the size that its file declares', async () => {
    watchFailures()
    const heicDecoders = [{ name: 'wrong', decode: async () => (await fixture('plain.jpg')) as Blob }]
    const imported = await importFile(await fixture('four-corners.heic'), { heicDecoders })
    expect(imported).toEqual({ ok: false, error: 'heic-failed' })
  })

  it('heic2any decodes a plain HEIC in a browser without WebAssembly', async () => {
    const failures = watchFailures()
    const assembly = WebAssembly
    Reflect.deleteProperty(globalThis, 'WebAssembly')
    onTestFinished(() => void Object.assign(globalThis, { WebAssembly: assembly }))
    expectCorners((await picture(await fixture('four-corners.heic'))).bitmap, UPRIGHT)
    expect(failures().at(-1)).toContain('no WebAssembly')
  })

  it('the import applies the EXIF orientation of a translucent HEIC without a rotation box', async () => {
    watchFailures()
    const imported = await picture(await fixture('half-transparent-exif-6.heic'))
    expect(cornersOf(imported.bitmap).map((rgba) => rgba[3])).toEqual([255, 255, 0, 0])
  })

  it('the import preserves the transparency of a HEIC', async () => {
    watchFailures()
    const imported = await picture(await fixture('half-transparent.heic'))
    expect(imported.hasAlpha).toBe(true)
    expect(cornersOf(imported.bitmap).map((rgba) => rgba[3])).toEqual([255, 0, 255, 0])
  })

  it('the import returns one error if no decoder can read the HEIC', async () => {
    watchFailures()
    const bytes = new Uint8Array(await (await fixture('four-corners.heic')).arrayBuffer()).fill(0xa5, 200)
    expect(await importFile(new File([bytes], 'garbled.heic'))).toEqual({ ok: false, error: 'heic-failed' })
  })

  it('the import rejects a HEIC that is too large before any decoder runs', async () => {
    const failures = watchFailures()
    const limits = { ...LIMITS, maxPixels: 96 * 64 - 1 }
    expect(await importFile(await fixture('four-corners.heic'), { limits })).toEqual({ ok: false, error: 'too-large' })
    expect(failures()).toEqual([])
  })
})

describe('the HEIC sandbox', () => {
  it('the HEIC sandbox has a restrictive policy', async () => {
    const policy = (await fetch('/heic-sandbox.html')).headers.get('content-security-policy')
    expect(policy).toContain("default-src 'none'; script-src 'sha256-")
    expect(policy).toContain('sandbox allow-scripts')
  })

  it('the page cannot reach the HEIC sandbox', async () => {
    const frame = document.createElement('iframe')
    frame.src = '/heic-sandbox.html' // the frame has no attribute `sandbox`, so only the policy isolates it
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    await loaded
    expect(frame.contentDocument).toBeNull()
    frame.remove()
  })

  it('aborting the import removes the HEIC sandbox immediately', async () => {
    const stop = new AbortController()
    const decoding = decodedBy(libheifDecoder, await fixture('four-corners.heic'), stop.signal)
    await expect.poll(() => document.querySelector('iframe')).not.toBeNull()
    stop.abort()
    await expect(decoding).rejects.toThrow('abort')
  })

  const LIMITS = { idleReports: 2, silenceMs: 60_000, totalMs: 60_000 }
  /** Decodes with a decoder that runs `script` and then returns the file unchanged. */
  const decodeWith = (script: string, limits: Partial<DecodingLimits>) => {
    const decoder = `module.exports = async ({ blob }) => { ${script}; return blob }`
    const request = { decoder, bytes: whole(), type: 'image/png', quality: 1 } as const
    return decodeInSandbox(request, signal, { limits: { ...LIMITS, ...limits } })
  }
  /** Computes for longer than the two seconds that an idle decoder may take, and ends before a second worker starts. */
  const compute = 'const end = Date.now() + 2800; while (Date.now() < end);'
  const nested = (code: string) =>
    `const code = new Blob([${JSON.stringify(code)}], { type: 'text/javascript' })
     const worker = new Worker(URL.createObjectURL(code))
     await new Promise((resolve) => { worker.onmessage = resolve })`

  it('the HEIC sandbox is removed after the total time limit', async () => {
    await expect(decodeWith('for (;;);', { totalMs: 500 })).rejects.toThrow('timed out')
  })

  it('the page waits for a HEIC decoder as long as the decoder computes', async () => {
    expect(await (await decodeWith(compute, {})).text()).toBe('whole')
  })

  it("the page waits for a HEIC decoder as long as the decoder's own worker computes", async () => {
    expect(await (await decodeWith(nested(`${compute} postMessage('done')`), {})).text()).toBe('whole')
  })

  it('the page stops an idle HEIC decoder', async () => {
    await expect(decodeWith('await new Promise(() => {})', {})).rejects.toThrow('stopped without a result')
    await expect(decodeWith(nested('onmessage = () => {}'), {})).rejects.toThrow('stopped without a result')
  })

  it("the page stops a HEIC decoder whose own worker hasn't started or has stopped", async () => {
    const forever = 'await new Promise(() => {})'
    const deaf = 'EventTarget.prototype.addEventListener = () => {}'
    const worker = "new Worker(URL.createObjectURL(new Blob([''], { type: 'text/javascript' })))"
    await expect(decodeWith(`${deaf}; ${worker}; ${forever}`, {})).rejects.toThrow('stopped without a result')
    const ended = `${nested("postMessage('done')")}; worker.terminate(); ${forever}`
    await expect(decodeWith(ended, {})).rejects.toThrow('stopped without a result')
  })

  /** Runs `prelude` and then the sandbox's script in a document. Sends `request` and collects reports. */
  async function sandboxWith(prelude: string, request: Partial<SandboxRequest>) {
    const frame = document.createElement('iframe')
    frame.srcdoc = `<script>${prelude}</script><script>${HEIC_SANDBOX_SCRIPT}</script>`
    const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
    document.body.append(frame)
    onTestFinished(() => frame.remove())
    await loaded
    const { port1, port2 } = new MessageChannel()
    const reports: SandboxResponse[] = []
    port1.onmessage = ({ data }) => void reports.push(data)
    const whole = { decoder: '', type: 'image/png', quality: 1, wantsProgress: true, ...request }
    frame.contentWindow?.postMessage(whole, '*', [port2])
    return { frame, reports }
  }

  it("the sandbox reports that the HEIC decoder isn't busy until the decoder's worker has started", async () => {
    const { frame, reports } = await sandboxWith('self.Worker = class { postMessage() {} }', { bytes: whole() })
    await expect.poll(() => reports.length).toBeGreaterThan(2)
    expect(reports.slice(0, 3)).toEqual([{ isBusy: false }, { isBusy: false }, { isBusy: false }])
    frame.remove()
  })

  it('another worker decodes the HEIC when the first worker never starts', async () => {
    const prelude = `const Real = Worker
      let count = 0
      self.Worker = function (url) { return count++ === 0 ? { postMessage() {}, terminate() {} } : new Real(url) }`
    const decoder = 'module.exports = async ({ blob }) => blob'
    const { frame, reports } = await sandboxWith(prelude, { decoder, bytes: whole() })
    await expect.poll(() => reports.some((report) => 'picture' in report)).toBe(true)
    frame.remove()
  })

  it("the sandbox doesn't start a second worker while the HEIC decoder is busy", async () => {
    const prelude = `const Real = Worker
      self.started = 0
      self.Worker = function (url) { self.started++; return new Real(url) }`
    const decoder = `module.exports = async ({ blob }) => { const end = Date.now() + 8000; while (Date.now() < end); return blob }`
    const { frame, reports } = await sandboxWith(prelude, { decoder, bytes: whole() })
    await expect.poll(() => reports.some((report) => 'picture' in report)).toBe(true)
    expect((frame.contentWindow as unknown as { started: number }).started).toBe(1)
    frame.remove()
  })

  it('the sandbox returns a Blob to an older page that sends a Blob', async () => {
    const decoder = 'module.exports = async ({ blob }) => blob'
    const { frame, reports } = await sandboxWith('', { decoder, blob: new Blob(['whole']) } as object)
    await expect.poll(() => reports.some((report) => 'picture' in report)).toBe(true)
    expect(reports.at(-1)).toEqual({ picture: expect.any(Blob) })
    frame.remove()
  })

  it('the result of a HEIC decoder can be used after its sandbox is removed', async () => {
    const large = new Uint8Array(30_000_000).fill(7).buffer
    const request = {
      decoder: 'module.exports = async ({ blob }) => blob',
      bytes: large,
      type: 'image/png',
      quality: 1,
    }
    const made = await decodeInSandbox(request as SandboxRequest, signal)
    await new Promise((resolve) => setTimeout(resolve, 500)) // the browser discards the document of the sandbox
    expect(new Uint8Array(await made.arrayBuffer()).every((byte) => byte === 7)).toBe(true)
  })

  it("the import reports an error of the HEIC decoder's own worker", async () => {
    await expect(decodeWith(nested('throw new Error("out of memory")'), {})).rejects.toThrow('out of memory')
  })

  it('the page stops a HEIC decoder that does not respond', async () => {
    await expect(decodeWith('for (;;);', { silenceMs: 1 })).rejects.toThrow('does not respond')
  })
})
