// Prints the fonts' licences as a Markdown table: node scripts/fonts/notice.mjs
import { readFile } from 'node:fs/promises'
import { FONT_FAMILIES } from '../../client/kit/fonts/families.ts'

const lock = JSON.parse(await readFile(new URL('lock.json', import.meta.url), 'utf8'))
const byLicence = Map.groupBy(FONT_FAMILIES, ({ id }) => lock[`@fontsource/${id}`].licence)

console.log('| Licence | Families |\n|---|---|')
for (const [licence, families] of byLicence)
  console.log(`| ${licence} (${families.length}) | ${families.map(({ name }) => name).join(', ')} |`)
