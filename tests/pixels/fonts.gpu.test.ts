import { expect, it, vi } from 'vitest'
import { isFontLoaded, loadFont } from '#client/kit/fonts/load.ts'
import type { Session } from '#client/model/session/session.ts'
import { bytesOf, difference, sharedRenderer } from '../helpers/gpu.ts'
import { painted, painterOf, previewOf } from '../helpers/painted.ts'
import { sceneOf } from '../helpers/scene.ts'

const SIZE = { width: 320, height: 120 }

const renderer = await sharedRenderer()
await loadFont('Inter', 700)

/** Makes all requests for fonts fail, as without a network. Call the returned function to let them succeed again. */
function goOffline(): () => void {
  const { fetch } = globalThis
  const offline = vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    if (String(input).includes('/fonts/')) throw new TypeError('Failed to fetch')
    return fetch(input, init)
  })
  return () => offline.mockRestore()
}

const exported = (session: Session) => painted(renderer, session, { rows: 40, report: () => {} })

const text = (fontFamily: string) => ({ text: 'Agg', fontFamily, fontSize: 80, placement: 'foreground' }) as const

it('preview and export paint a text layer in its own font once the network is back', async () => {
  const goOnline = goOffline()
  const { session } = await sceneOf({ size: SIZE, texts: [text('Lobster')] })
  const reports: string[] = []
  const preview = previewOf(renderer, session, SIZE, { report: (error) => reports.push(error) })
  await preview.settle()
  expect(reports).toEqual(['font-failed'])
  const inInter = bytesOf(renderer, preview.texture)
  expect(difference(inInter, await exported(session)).count).toBe(0)

  goOnline()
  dispatchEvent(new Event('online'))
  await expect.poll(() => isFontLoaded('Lobster', 700)).toBe(true)
  await preview.settle()
  const inLobster = bytesOf(renderer, preview.texture)
  expect(difference(inLobster, inInter).count).toBeGreaterThan(1000)
  expect(difference(inLobster, await exported(session)).count).toBe(0)
  expect(reports).toEqual(['font-failed'])
})

it('settle() waits until the fonts of earlier preview frames have loaded', async () => {
  const { session } = await sceneOf({ size: SIZE, texts: [text('Righteous')] })
  const preview = previewOf(renderer, session, SIZE, { report: () => {} })
  // resolves after the first frame, which has requested the font
  const isAskedFor = new Promise<void>((resolve) => preview.subscribe(resolve))
  await isAskedFor
  expect(isFontLoaded('Righteous', 700)).toBe(false)
  await preview.settle()
  expect(difference(bytesOf(renderer, preview.texture), await exported(session)).count).toBe(0)
})

it('new text appears in the fallback font while its font loads', async () => {
  const [bare, { session }] = [await sceneOf({ size: SIZE }), await sceneOf({ size: SIZE, texts: [text('Bangers')] })]
  const [photo, preview] = [bare.session, session].map((each) => previewOf(renderer, each, SIZE, { report: () => {} }))
  await new Promise<void>((resolve) => preview!.subscribe(resolve))
  expect(isFontLoaded('Bangers', 700)).toBe(false)
  await photo!.settle()
  expect(difference(bytesOf(renderer, preview!.texture), bytesOf(renderer, photo!.texture)).count).toBeGreaterThan(1000)
})

it('the preview repaints when an export has loaded a missing font', async () => {
  const goOnline = goOffline()
  const { session } = await sceneOf({ size: SIZE, texts: [text('Pacifico')] })
  const preview = previewOf(renderer, session, SIZE, { report: () => {} })
  await preview.settle()
  goOnline()
  const repainted = vi.fn()
  preview.subscribe(repainted)
  const file = await exported(session)
  await expect.poll(() => repainted).toHaveBeenCalled()
  await preview.settle()
  expect(difference(bytesOf(renderer, preview.texture), file).count).toBe(0)
})

it('an export uses one font for all strips, even if another font loads during the export', async () => {
  const goOnline = goOffline()
  const { session } = await sceneOf({ size: SIZE, texts: [text('Anton')] })
  const inInter = await exported(session)
  const painter = painterOf(renderer, session, { report: () => {} })
  const first = await painter.paint({ x: 0, y: 0, width: SIZE.width, height: 60 })
  goOnline()
  expect(await loadFont('Anton', 700)).toBe(true)
  const second = await painter.paint({ x: 0, y: 60, width: SIZE.width, height: 60 })
  expect(difference(new Uint8Array([...first, ...second]), inInter).count).toBe(0)
  painter.destroy()
})
