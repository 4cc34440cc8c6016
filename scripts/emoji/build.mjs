// Writes the emoji set to build/emoji/<revision>/: an SVG file per emoji, the list for the picker, and the names of the
// emoji in each language. System fonts aren't used, so emoji look the same on every system and in every export.
import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'

const require = createRequire(import.meta.url)
const TARGET = fileURLToPath(new URL('../../build/emoji', import.meta.url))

/** The languages that have names for emoji, with their folders in emojibase-data. There is no folder for Arabic. */
export const NAMED_IN = { de: 'de', es: 'es', fr: 'fr', 'pt-BR': 'pt', ja: 'ja', 'zh-CN': 'zh' }

/** Emojibase's group 2 has only components, such as skin tones. */
const COMPONENTS = 2

const read = async (path) => JSON.parse(await readFile(require.resolve(path), 'utf8'))
/** Returns the file name of an emoji: lower-case code points without the variation selector U+FE0F. */
const keyOf = (hexcode) =>
  hexcode
    .toLowerCase()
    .split('-')
    .filter((part) => part !== 'fe0f')
    .join('-')

/** Increment this number when a change to this script changes the files. */
const FORMAT = 2

/**
 * Returns a hash (16 hex digits) of this script's FORMAT and the versions of the two npm packages with the images. The
 * hash names the images' folder, so browsers can cache the images for ever.
 */
export async function revisionOf() {
  const { devDependencies } = JSON.parse(
    await readFile(fileURLToPath(new URL('../../package.json', import.meta.url)), 'utf8'),
  )
  const versions = ['@iconify-json/noto', 'emojibase-data'].map((name) => `${name}@${devDependencies[name]}`)
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, ...versions]))
    .digest('hex')
    .slice(0, 16)
}

async function main() {
  const revision = await revisionOf()
  const folder = join(TARGET, revision)
  const part = `${TARGET}.${process.pid}.part` // a separate name, because another process may build at the same time
  await mkdir(TARGET, { recursive: true })
  await mkdir(part)

  const [art, names] = [await read('@iconify-json/noto/icons.json'), await read('@iconify-json/noto/chars.json')]
  const bodyOf = (name) => art.icons[name]?.body ?? art.icons[art.aliases?.[name]?.parent]?.body
  const drawn = new Map()
  for (const [hexcode, name] of Object.entries(names)) {
    const body = bodyOf(name)
    if (body) drawn.set(keyOf(hexcode), body)
  }
  const size = `width="${art.width}" height="${art.height}" viewBox="0 0 ${art.width} ${art.height}"`
  for (const [key, body] of drawn)
    await writeFile(
      join(part, `${key}.svg`),
      `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${size}>${body}</svg>`,
    )

  const list = await pickerData(drawn)
  await writeList(join(part, 'emoji.json'), list)
  for (const language of Object.keys(NAMED_IN))
    await writeList(join(part, `emoji-${language}.json`), await namesIn(language, list.emojis))
  for (const old of await readdir(TARGET)) await rm(join(TARGET, old), { recursive: true, force: true })
  await rename(part, folder).catch(async (error) => {
    if (error.code !== 'ENOTEMPTY') throw error
    await rm(part, { recursive: true }) // another process has finished the same revision first
  })
  console.log(`Emoji: ${drawn.size} images`)
}

/** Writes a list with its compressed copies. Images have no copies, because a picker requests only few of them. */
async function writeList(path, list) {
  const content = Buffer.from(JSON.stringify(list))
  await writeFile(path, content)
  await writeFile(`${path}.br`, brotliCompressSync(content))
  await writeFile(`${path}.gz`, gzipSync(content))
}

/**
 * Returns the name and the search words of each emoji in a language. Search words that are part of the name are left
 * out.
 */
export async function namesIn(language, emojis) {
  const data = await read(`emojibase-data/${NAMED_IN[language]}/data.json`)
  const entries = new Map(data.map((entry) => [entry.emoji, entry]))
  return Object.fromEntries(
    emojis.map(({ emoji }) => {
      const { label, tags = [] } = entries.get(emoji)
      return [emoji, [label, ...tags.filter((tag) => !label.toLowerCase().includes(tag.toLowerCase()))]]
    }),
  )
}

/** Returns the emoji that have an image, in the data format of the picker library frimousse. */
async function pickerData(drawn) {
  const [data, messages] = [await read('emojibase-data/en/data.json'), await read('emojibase-data/en/messages.json')]
  const has = ({ hexcode }) => drawn.has(keyOf(hexcode))
  const tones = Object.fromEntries(messages.skinTones.map(({ key, message }) => [key, message]))
  const TONES = ['light', 'medium-light', 'medium', 'medium-dark', 'dark']
  const emojis = data
    .filter((emoji) => emoji.group !== undefined && emoji.group !== COMPONENTS && has(emoji))
    .map(({ emoji, label, group, version, tags = [], skins = [] }) => {
      const toned = skins.filter((skin) => typeof skin.tone === 'number' && has(skin))
      const isWhole = toned.length === TONES.length
      return {
        emoji,
        label,
        category: group,
        version,
        tags,
        ...(isWhole && { skins: Object.fromEntries(toned.map((skin) => [TONES[skin.tone - 1], skin.emoji])) }),
      }
    })
  const used = new Set(emojis.map(({ category }) => category))
  const categories = messages.groups
    .filter(({ order }) => used.has(order))
    .map(({ order, message }) => ({ index: order, label: message.charAt(0).toUpperCase() + message.slice(1) }))
  return { locale: 'en', emojis, categories, skinTones: tones }
}

if (import.meta.main) await main()
