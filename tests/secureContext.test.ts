/** Compares the client's uses of APIs that need a secure context with the table of fallbacks in docs/browsers.md. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const ROOT = join(import.meta.dirname, '..')

/** The APIs that browsers offer to secure contexts only (MDN, "Features restricted to secure contexts"), by name. */
const APIS: Readonly<Record<string, RegExp>> = {
  'crypto.subtle': /\bsubtle\b/,
  'crypto.randomUUID': /\brandomUUID\b/,
  'navigator.clipboard': /\bnavigator\.clipboard\b|\bClipboardItem\b/,
  'navigator.share': /\bcanShare\b|\bnavigator\.share\b/,
  'navigator.serviceWorker': /\bserviceWorker\b/,
  'caches (Cache Storage)': /\bcaches\b\s*[.)'[]|'caches'/,
  'navigator.locks': /\blocks\b.*\bLockManager\b|\bnavigator\.locks\b/,
  'navigator.storage': /\bStorageManager\b|\bnavigator\.storage\b/,
  SharedArrayBuffer: /\bSharedArrayBuffer\b/,
  'WebCodecs (VideoEncoder)': /\b(?:Video|Audio)(?:En|De)coder\b|\bImageDecoder\b/,
  'File System Access (showDirectoryPicker)': /\bshow(?:Directory|OpenFile|SaveFile)Picker\b/,
  'window.launchQueue': /\blaunchQueue\b/,
  'navigator.gpu': /\bnavigator\.gpu\b/,
  'navigator.wakeLock': /\bwakeLock\b/,
  'navigator.credentials': /\bnavigator\.credentials\b|\bPublicKeyCredential\b/,
  cookieStore: /\bcookieStore\b/,
  'navigator.deviceMemory': /\bdeviceMemory\b/,
  queryLocalFonts: /\bqueryLocalFonts\b/,
  EyeDropper: /\bEyeDropper\b/,
  Notification: /\bNotification\.(?:permission|request)/,
  'navigator.mediaDevices': /\bmediaDevices\b/,
}

/** The APIs that the client must not use, because it has a replacement for every page. */
const REPLACED = ['crypto.randomUUID']

/** Returns the source of a line without its comments. */
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '')

const sources = readdirSync(join(ROOT, 'client'), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|testing/.test(file))
  // the service worker runs only in a secure context
  .filter((file) => !file.startsWith('app/offline/worker/'))
  .map((file) => withoutComments(readFileSync(join(ROOT, 'client', file), 'utf8')))

const used = Object.keys(APIS).filter((api) => sources.some((text) => APIS[api]?.test(text)))

/** Returns the APIs in the first column of the table under "Plain HTTP". */
function listedApis(): string[] {
  const [, section = ''] = readFileSync(join(ROOT, 'docs/browsers.md'), 'utf8').split('\n## Plain HTTP\n')
  const [table = ''] = section.split('\n## ')
  return [...table.matchAll(/^\| `([^|]+)` \|/gm)].map(([, name = '']) => name.replaceAll('`', ''))
}

it('docs/browsers.md lists exactly the APIs that the client uses and that plain HTTP lacks', () => {
  expect(listedApis().sort()).toEqual([...used].sort())
})

it('the client does not use any API that it has replaced for plain HTTP', () => {
  expect(used.filter((api) => REPLACED.includes(api))).toEqual([])
})
