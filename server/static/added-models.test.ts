import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { manageModels } from '../../scripts/models/manage.ts'
import { createModelStore } from '../../scripts/models/modelStore.ts'
import { onnxFile } from '../../tests/segmenter/onnxFile.ts'
import { withAddedModels } from './added-models.ts'
import type { SourceFile } from './files.ts'

let root: string
let folder: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'added-models-'))
  folder = join(root, 'models')
})
afterEach(() => rmSync(root, { recursive: true }))

const text = (path: string, words: string): SourceFile => {
  const content = Buffer.from(words)
  return { path, size: content.byteLength, content }
}
const CLIENT = [
  text('/index.html', '<p>'),
  text('/models/manifest.json', '{"builtFrom":"x","models":[{"id":"u2netp"}]}'),
  text('/models/manifest.json.br', 'compressed'),
  text('/models/u2netp/0123456789ab/model.json', '{}'),
]
const served = () => new Map([...withAddedModels(CLIENT, folder)].map((file) => [file.path, file]))
const bytesAt = (path: string) => Buffer.from(served().get(path)?.content as Uint8Array)
const ids = () =>
  (JSON.parse(bytesAt('/models/manifest.json').toString()) as { models: { id: string }[] }).models.map(({ id }) => id)

const said: string[] = []
const manage = (...args: string[]) => {
  said.length = 0
  const store = createModelStore(
    folder,
    () => undefined,
    async () => Promise.reject(new Error('no package here')),
  )
  return manageModels(args, store, (line) => said.push(line))
}
function network(name: string): string {
  const path = join(root, `${name}.onnx`)
  writeFileSync(path, onnxFile([1, 3, 8, 8], [{ op: 'Sigmoid', inputs: ['photo'], output: 'mask' }]))
  return path
}

it('leaves the client as it is where nothing was added', () => {
  expect([...withAddedModels(CLIENT, folder)]).toEqual(CLIENT)
})

it('serves an added network among the client’s, after them, the newest first; and no more once it is removed', async () => {
  expect(await manage('add', network('mine'), '--mean', '0,0,0', '--std', '1,1,1')).toBe(0)
  expect(await manage('add', network('newer'))).toBe(0)
  expect(ids()).toEqual(['u2netp', 'newer', 'mine'])
  const manifest = JSON.parse(bytesAt('/models/manifest.json').toString()) as {
    models: { files?: { url: string }[] }[]
  }
  const own = manifest.models.flatMap(({ files = [] }) => files.map(({ url }) => `/models/${url}`))
  for (const path of own) expect(served().get(path)?.size).toBeGreaterThan(0)
  expect(own.length).toBeGreaterThan(1)
  expect([...served().keys()].filter((path) => path.includes('manifest'))).toEqual(['/models/manifest.json'])
  expect(bytesAt('/index.html').toString()).toBe('<p>')

  expect(await manage('list')).toBe(0)
  expect(said.join('\n')).toMatch(/u2netp +installed[\s\S]*newer +installed[\s\S]*isnet +to be added/)
  expect(await manage('remove', 'mine')).toBe(0)
  expect(await manage('remove', 'mine')).toBe(1)
  expect(ids()).toEqual(['u2netp', 'newer'])
})

it('states the terms of a pack and adds nothing without a yes', async () => {
  expect(await manage('add', 'isnet')).toBe(1)
  expect(said.join('\n')).toContain('Whether you may use them is for you to decide.')
  expect(said.at(-1)).toBe('Nothing was added.')
  await expect(manage('add', 'isnet', '--yes')).rejects.toThrow('no package here')
  expect(ids()).toEqual(['u2netp'])
})

it('asks what is meant where it makes no sense', async () => {
  expect([await manage(), await manage('add'), await manage('buy', 'x')]).toEqual(['usage', 'usage', 'usage'])
})
