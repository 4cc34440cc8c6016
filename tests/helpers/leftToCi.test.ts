import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { FAULTS } from '../faults/faults.ts'
import { excludedFiles, leftToCi, type PartialProject } from './leftToCi.ts'

const ROOT = join(import.meta.dirname, '..', '..')
const PROJECTS: PartialProject[] = ['e2e', 'gpu', 'stress']

afterEach(() => void vi.unstubAllEnvs())

describe.each(PROJECTS)('the test project %s', (project) => {
  it('LEFT_TO_CI lists existing files in alphabetical order', () => {
    const files = leftToCi(project)
    expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
    expect(files).toEqual([...files].sort())
  })

  it('excludedFiles returns the files of LEFT_TO_CI only if QUICK_TESTS is set', () => {
    vi.stubEnv('QUICK_TESTS', '')
    expect(excludedFiles(project)).toEqual([])
    vi.stubEnv('QUICK_TESTS', '1')
    expect(excludedFiles(project)).toEqual(leftToCi(project))
  })
})

it('LEFT_TO_CI lists no test that must detect a planted fault', () => {
  const left = new Set(PROJECTS.flatMap((project) => leftToCi(project)))
  expect(Object.values(FAULTS).filter(({ test }) => left.has(test))).toEqual([])
})

it('npm test without options runs a file of each e2e folder except offline and render', () => {
  const folders = readdirSync(join(ROOT, 'e2e'), { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => file.endsWith('.spec.ts') && !leftToCi('e2e').includes(`e2e/${file}`))
    .map((file) => file.split('/')[0])
  expect(new Set(folders)).toEqual(new Set(['account', 'editor', 'export', 'import', 'layers', 'pages', 'projects']))
})
