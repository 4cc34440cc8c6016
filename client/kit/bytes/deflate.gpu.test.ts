import { expect, it, vi } from 'vitest'
import { randomFrom } from '../../../tests/helpers/random.ts'
import { deflate, inflateExactly } from './deflate.ts'

/** Returns bytes like a matte's: long runs of one value with noise at their ends. */
function matteBytes(length: number) {
  const random = randomFrom(7)
  return Uint8Array.from({ length }, (_, i) =>
    i % 9000 < 4000 ? 0 : i % 9000 < 4100 ? Math.floor(256 * random()) : 255,
  )
}

it("deflate returns the same bytes as the browser's CompressionStream for any length", async () => {
  for (const length of [0, 1, 2 ** 18, 2 ** 18 + 1, 2_000_003]) {
    const bytes = matteBytes(length)
    const whole = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate-raw'))
    const compressed = await deflate(bytes, 'deflate-raw')
    expect(compressed).toEqual(new Uint8Array(await new Response(whole).arrayBuffer()))
    expect(await inflateExactly(compressed, length)).toEqual(bytes)
    if (length > 0) expect(await inflateExactly(compressed, length - 1), 'more bytes than expected').toBeNull()
    expect(await inflateExactly(compressed, length + 1), 'fewer bytes than expected').toBeNull()
  }
})

it('deflate lets the thread handle messages while it compresses', async () => {
  let [handled, isDone] = [0, false]
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = () => {
    handled++
    if (isDone) port1.close()
    else port2.postMessage(null)
  }
  port2.postMessage(null)
  const parts: { length: number; handled: number }[] = []
  const { write } = WritableStreamDefaultWriter.prototype
  vi.spyOn(WritableStreamDefaultWriter.prototype, 'write').mockImplementation(function (this: never, part) {
    parts.push({ length: part.length, handled })
    return write.call(this, part)
  })
  await deflate(matteBytes(2_000_000), 'deflate-raw')
  isDone = true
  expect(parts.length).toBeGreaterThan(4)
  for (const [i, part] of parts.entries()) {
    expect(part.length).toBeLessThanOrEqual(2 ** 18)
    if (i > 0) expect(part.handled).toBeGreaterThan(parts[i - 1]!.handled)
  }
})
