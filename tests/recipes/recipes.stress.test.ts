/**
 * Carries out the recipes in docs: applies their code to a copy of the project, and runs the compiler and the tests
 * that check every command, layer kind, enhancement, format and part of the document.
 */
import { execFile } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { RECIPES } from './recipes.ts'

const ROOT = join(import.meta.dirname, '../..')
/** Folders of the root that the copy links to, or that no check reads. */
const LINKED = ['node_modules', 'build']
const LEFT_OUT = [...LINKED, '.git', '.cache', 'dist', 'data', 'shared', 'shots']

let copy = ''

/** Runs a program of node_modules in the copy. Resolves with its output, whether or not it fails. */
async function run(program: string, ...args: string[]): Promise<{ failed: boolean; output: string }> {
  const path = join(ROOT, 'node_modules/.bin', program)
  const options = { cwd: copy, maxBuffer: 2 ** 26, env: { ...process.env, NO_COLOR: '1', VITEST: undefined } }
  try {
    const { stdout, stderr } = await promisify(execFile)(path, args, options)
    return { failed: false, output: stdout + stderr }
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string }
    return { failed: true, output: stdout + stderr }
  }
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'midground-recipes-'))
  const isCopied = (path: string) => !LEFT_OUT.includes(relative(ROOT, path))
  cpSync(ROOT, copy, { recursive: true, filter: isCopied })
  for (const folder of LINKED) symlinkSync(join(ROOT, folder), join(copy, folder))
  for (const { edits, files } of Object.values(RECIPES)) {
    for (const [path, text] of files) {
      mkdirSync(dirname(join(copy, path)), { recursive: true })
      writeFileSync(join(copy, path), text)
    }
    for (const { file, text, after } of edits) {
      const path = join(copy, file)
      const source = readFileSync(path, 'utf8')
      const at = after === undefined ? source.length : source.indexOf(after) + after.length
      if (after !== undefined && !source.includes(after)) throw new Error(`${file} doesn't contain ${after}`)
      writeFileSync(path, source.slice(0, at) + text + source.slice(at))
    }
  }
})

afterAll(() => rmSync(copy, { recursive: true, force: true }))

it('the code of the recipes compiles', async () => {
  const { output } = await run('tsc', '--noEmit')
  expect(output).toBe('')
})

it('the code of the recipes passes the tests of commands, kinds, enhancements, formats and settings', async () => {
  const { failed, output } = await run(
    'vitest',
    'run',
    '--project',
    'unit',
    'client/editor/commands',
    'client/editor/flows/lostWork',
    'client/features',
    'client/engine/project-file/parseDocument',
    'client/engine/template/applyTemplate.test',
    'client/engine/template/built-in',
    'client/engine/template/designLink',
    'client/layers/registry',
    'client/media/exporter/formats',
    'client/model/document',
    'shaders/tune',
    'tests/architecture',
    'tests/translations',
  )
  expect(failed, output).toBe(false)
  expect(output).toMatch(/Tests {2}\d{3,} passed/)
})
