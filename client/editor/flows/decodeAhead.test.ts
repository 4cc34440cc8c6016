import { expect, it, vi } from 'vitest'
import { err, ok, type Result } from '#client/kit/values/result.ts'
import type { ImportError, ImportedImage, ImportOptions } from '#client/media/importer/importer.ts'
import { decodeAhead } from './decodeAhead.ts'
import { createAnnouncer } from './flow.ts'
import { file, heardSession, imageOf } from './testing.ts'

type Decoding = Result<ImportedImage, ImportError>

/** Starts decoding a photo. The test reports stages through `options`, and completes the decoding. */
function setup() {
  const { session } = heardSession()
  const confirm = vi.fn(async () => true)
  Object.assign(session.notices, { confirm })
  const { promise, resolve, reject } = Promise.withResolvers<Decoding>()
  const given: ImportOptions[] = []
  const importImage = (_: File, options: ImportOptions) => {
    given.push(options)
    return promise
  }
  const ahead = decodeAhead({ session, announcer: createAnnouncer(session), importImage }, file())
  const shown: unknown[] = []
  const listeners = {
    onStage: (stage: unknown) => void shown.push(stage),
    onPreview: (preview: unknown) => void shown.push(preview),
    onQuestion() {},
  }
  const leaving = new AbortController()
  const finish = () => ahead.finish(leaving.signal, listeners)
  return {
    ahead,
    options: given[0]!,
    end: resolve,
    fail: reject,
    confirm,
    shown,
    finish,
    leaving,
    ...imageOf('a.heic'),
  }
}

const settled = () => new Promise((done) => setImmediate(done)) // resolves when all pending promises have settled

it('decodeAhead starts decoding a photo before `finish` is called', async () => {
  const { options, end, finish, image } = setup()
  expect(options.signal.aborted).toBe(false)
  end(ok(image))
  expect(await finish()).toEqual(ok(image))
})

it('decodeAhead shows the stage and the thumbnail only after `finish` is called', async () => {
  const { options, end, finish, shown, image } = setup()
  const thumbnail = new Blob(['small'])
  options.onStage?.('converting')
  options.onPreview?.(thumbnail)
  expect(shown).toEqual([])
  const finished = finish()
  expect(shown).toEqual(['converting', thumbnail])
  options.onStage?.('decoding' as never)
  expect(shown).toEqual(['converting', thumbnail, 'decoding'])
  end(ok(image))
  await finished
})

it('decodeAhead asks about converting a HEIC only after `finish` is called', async () => {
  const { options, end, finish, confirm, image } = setup()
  const consent = options.consentToConvert()
  await settled()
  expect(confirm).not.toHaveBeenCalled()
  const finished = finish()
  expect(await consent).toBe(true)
  expect(confirm).toHaveBeenCalledOnce()
  end(ok(image))
  await finished
})

it('decodeAhead closes the decoded photo without asking a question after `stop`', async () => {
  const { ahead, options, end, confirm, image, close } = setup()
  void options.consentToConvert()
  ahead.stop()
  expect(options.signal.aborted).toBe(true)
  end(ok(image))
  await settled()
  expect(confirm).not.toHaveBeenCalled()
  expect(close).toHaveBeenCalled()
})

it.each(['before', 'after'])('leaving the editor %s the decoding ends closes the photo', async (time) => {
  const { end, finish, leaving, image, close } = setup()
  if (time === 'before') leaving.abort()
  const finished = finish()
  leaving.abort()
  end(ok(image))
  expect(await finished).toEqual(err('aborted'))
  await settled()
  expect(close).toHaveBeenCalled()
})

it("`finish` returns the decoder's error", async () => {
  const { end, finish } = setup()
  end(err('decode-failed'))
  expect(await finish()).toEqual(err('decode-failed'))
})

it('`finish` rejects if the decoder throws an unexpected exception', async () => {
  const { fail, finish } = setup()
  fail(new TypeError('unexpected'))
  await expect(finish()).rejects.toThrow('unexpected')
})

it('decodeAhead ignores an unexpected exception of the decoder after `stop`', async () => {
  const { ahead, fail } = setup()
  fail(new TypeError('unexpected'))
  ahead.stop()
  await settled() // the test run would fail on an unhandled rejection
})
