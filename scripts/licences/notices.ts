/** Writes the third-party notices: the license of every package, neural network, font and image in the product. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { NODE_LICENCE_PATH } from '../../server/contract/pages/addresses.ts'
import { type Lock as FontLock, revisionOf } from '../fonts/fetch.ts'
import type { LockedModel } from '../models/build.ts'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const standardText = (name: string): string => read(`scripts/licences/texts/${name}.txt`).trim()

/** Packages with files that the build copies without bundling them. */
const COPIED = ['@iconify-json/noto', '@radix-ui/colors', 'assemblyscript', 'better-sqlite3', 'emojibase-data']

const RULE = `\n\n${'='.repeat(100)}\n\n`
const LICENCE_FILE = /^((un)?licen[cs]e|copying|notice)(\.[a-z]+)*$/i

/** A package and the text of its license. */
interface Licensed {
  /** the package's name, version and license, such as 'react 19.3.1 (MIT)' */
  readonly title: string
  readonly text: string
}

/**
 * Returns the notices as plain text. `folders`: the folders of the bundled packages, relative to the root. Packages
 * with the same license text share an entry. @throws Error if a package has neither a license file nor a license whose
 * text is in scripts/licences/texts
 */
export function noticesText(folders: Iterable<string>): string {
  const all = new Set([...folders, ...COPIED.map((name) => `node_modules/${name}`)])
  const titles = new Map<string, string[]>()
  for (const { title, text } of [...all].sort().map(licensed)) titles.set(text, [...(titles.get(text) ?? []), title])
  const packages = [...titles].map(([text, names]) => `${[...new Set(names)].join('\n')}\n\n${text}`)
  return `${[
    head(),
    standardText('heic'),
    networks(),
    otherData(),
    standardText('embedded'),
    `PACKAGES\n\nThe licence of the packages is below their names.`,
    ...packages,
    standardText('GPL-3.0'),
  ].join(RULE)}\n`
}

/** Returns 'react 19.3.1 (MIT)' for the package in a folder. */
function titleOf({ name, version, license }: Manifest): string {
  return `${name} ${version} (${typeof license === 'string' ? license : (license?.type ?? 'see below')})`
}

interface Manifest {
  readonly name: string
  readonly version: string
  readonly license?: string | { readonly type: string }
  readonly author?: string | { readonly name: string }
  readonly repository?: string | { readonly url: string }
}

function licensed(folder: string): Licensed {
  const manifest: Manifest = JSON.parse(read(`${folder}/package.json`))
  const files = readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).sort()
  const names = files.filter((file) => LICENCE_FILE.test(basename(file)) && !file.includes('node_modules'))
  const text = names.length > 0 ? names.map((name) => read(`${folder}/${name}`)).join('\n') : standardLicence(manifest)
  return { title: titleOf(manifest), text: text.replaceAll('\r', '').trim() }
}

/** Returns a standard license text with the package's author, for a package without a license file. */
function standardLicence({ name, license, author, repository }: Manifest): string {
  const holder = typeof author === 'string' ? author : author?.name
  const source = typeof repository === 'string' ? repository : repository?.url
  if (typeof license !== 'string') throw new Error(`${name} names no licence`)
  const needsHolder = license === 'MIT' || license === 'ISC'
  return needsHolder
    ? `Copyright (c) ${holder ?? `the contributors of ${source}`}\n\n${standardText(license)}`
    : standardText(license)
}

const head = (): string =>
  `THIRD-PARTY NOTICES OF MIDGROUND

Midground is under the MIT licence:

${read('LICENSE').trim()}

This file lists the software and the data of others in the pages, the executable and the container image, with their
licences. The executable and the image also contain Node.js. Its licences are at ${NODE_LICENCE_PATH} of the running
server. The image is based on debian:12-slim, which keeps the licences of its packages in /usr/share/doc.`

function networks(): string {
  const models: LockedModel[] = JSON.parse(read('scripts/models/models.lock.json'))
  const entries = models.map((model) =>
    [
      `${model.id}: ${model.author}`,
      `  Licence: ${model.licence}, ${model.link}`,
      `  Package: ${model.package}, file ${model.weights}`,
      `  SHA-256: ${model.sha256}`,
      ...(model.note ? [`  ${model.note}`] : []),
    ].join('\n'),
  )
  return `NEURAL NETWORKS

The build converts the networks to TensorFlow.js (scripts/models). The text of the Apache License 2.0 is below.

${entries.join('\n\n')}`
}

const withoutTitle = (page: string) =>
  read(page)
    .replace(/^# .*\n+/, '')
    .trim()

function otherData(): string {
  const lock: FontLock = JSON.parse(read('scripts/fonts/lock.json'))
  const fonts = Object.entries(lock).map(
    ([name, { version, licence }]) => `  ${name.split('/').at(-1)} ${version} (${licence})`,
  )
  return `OTHER DATA

Hashes of the most used passwords: SecLists, Copyright (c) 2018 Daniel Miessler, MIT licence.

Sample photos:

${withoutTitle('client/editor/samples/ATTRIBUTION.md')}

Photo of the home page:

${withoutTitle('client/site/home/ATTRIBUTION.md')}

Fonts. The text of each licence is at /fonts/${revisionOf(lock)}/licences/NAME.txt of the running server.

${fonts.join('\n')}`
}
