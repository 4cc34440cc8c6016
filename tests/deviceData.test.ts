/** Compares the list of data that the client stores in the browser with the names in its sources. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { DEVICE_DATA, PERSONAL_SETTINGS } from '#client/kit/device-storage/deviceData.ts'

const CLIENT = join(import.meta.dirname, '../client')

/** Names in the sources that don't name stored data. */
const OTHER_NAMES = [
  'midground-account', // a BroadcastChannel
  'midground-account.json', // a downloaded file
  'midground-batch-', // a Web Lock
  'midground-download', // a Web Lock
  'midground-frames', // a BroadcastChannel
  'midground-project-', // a Web Lock
  'midground-layers', // a media type on the clipboard
  'midground-paste', // a BroadcastChannel
  'midground-waiting-user', // a Web Lock
]

/** Returns the string literals of the client that begin with the product's name, without the tests. */
function namesInSources(): string[] {
  const files = readdirSync(CLIENT, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.|testing|deviceData/.test(file),
  )
  const found = files.flatMap((file) => {
    const text = readFileSync(join(CLIENT, file), 'utf8')
    return [...text.matchAll(/['`](?:application\/x-)?(midground[.-][a-z0-9.-]*)/g)].map(([, name = '']) => name)
  })
  return [...new Set(found)].sort()
}

it('every name of stored data in the sources is in DEVICE_DATA', () => {
  const listed = DEVICE_DATA.map(({ name }) => name.replace(/[:*]+$/, ''))
  const names = namesInSources().map((name) => name.replace(/[:*]+$/, ''))
  expect(names.filter((name) => !listed.includes(name) && !OTHER_NAMES.includes(name))).toEqual([])
  expect(PERSONAL_SETTINGS.every((name) => names.includes(name))).toBe(true)
})

it('every row of DEVICE_DATA says whose data it is and when the data is deleted', () => {
  for (const { name, owner, end } of DEVICE_DATA) expect([name, owner, end].every(Boolean)).toBe(true)
})
