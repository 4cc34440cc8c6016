import { expect, it } from 'vitest'
import { readManifest, totalBytes } from './modelManifest.ts'

const entry = {
  id: 'u2netp',
  files: [
    { url: 'u2netp/abc/model.json', bytes: 10, sha256: 'x' },
    { url: 'u2netp/abc/weights.bin', bytes: 32, sha256: 'y' },
  ],
}

it('readManifest resolves file URLs relative to the manifest', () => {
  const [model] = readManifest({ models: [entry] }, 'https://photos.example/app/models/manifest.json')
  expect(model?.files.map((file) => file.url)).toEqual([
    'https://photos.example/app/models/u2netp/abc/model.json',
    'https://photos.example/app/models/u2netp/abc/weights.bin',
  ])
  expect(model && totalBytes(model)).toBe(42)
})

it.each([{}, { models: 3 }, []])('readManifest rejects %j', (manifest) => {
  expect(() => readManifest(manifest, 'https://photos.example/m.json')).toThrow('no model manifest')
})
