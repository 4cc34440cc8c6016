import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { RECIPES } from './recipes.ts'

const ROOT = join(import.meta.dirname, '../..')

describe.each(Object.entries(RECIPES))('the recipe %s', (_, { edits, files }) => {
  it('adds lines to existing files, each after text that the file contains', () => {
    for (const { file, text, after } of edits) {
      expect(text, file).toMatch(/\S/)
      if (after !== undefined) expect(readFileSync(join(ROOT, file), 'utf8'), file).toContain(after)
    }
  })

  it('creates only files that the project lacks', () => {
    expect([...files.keys()].filter((file) => existsSync(join(ROOT, file)))).toEqual([])
  })
})
