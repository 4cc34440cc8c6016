import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { LANGUAGES } from '#client/kit/i18n/languages.ts'
import { catalogue } from '#client/kit/i18n/translate.ts'
import { tilesOf } from './TemplateTiles.tsx'

const ROOT = join(import.meta.dirname, '../../..')

it.each(Object.keys(LANGUAGES))('each template has a thumbnail of 4 to 12 KiB in the language %s', (language) => {
  onTestFinished(() => catalogue.activate('en'))
  catalogue.loadAndActivate({ locale: language, messages: {} })
  for (const { id, thumbnail } of tilesOf([])) {
    expect(thumbnail).toBe(`/client/engine/template/thumbnails/${language}/${id}.webp`)
    const { length } = readFileSync(join(ROOT, thumbnail!))
    // the build inlines smaller files into the script that all languages load
    expect(length, thumbnail!).toBeGreaterThan(4096)
    expect(length, thumbnail!).toBeLessThanOrEqual(12 * 1024)
  }
})
