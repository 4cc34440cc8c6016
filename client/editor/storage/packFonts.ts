import { err, ok, type Result } from '../../kit/base/result.ts'
import { sha256 } from '../../kit/base/sha256.ts'
import { checkFont } from '../../kit/fonts/own/importFont.ts'
import { findOwnFont, type OwnFont, ownId } from '../../kit/fonts/own/ownFonts.ts'
import { stringsIn } from '../../model/assets/store.ts'
import type { DocumentSnapshot } from '../../model/document/document.ts'
import type { FontEntry, Parts, ProjectError } from './project.ts'

/** Returns the entries and parts of the user's own fonts that a document uses. */
export async function packFonts(doc: DocumentSnapshot): Promise<{ fonts: FontEntry[]; parts: Parts }> {
  const own = [...stringsIn(doc)].flatMap((name) => findOwnFont(name) ?? [])
  const packed = await Promise.all(own.map(async (font) => ({ ...font, part: await partOf(font) })))
  return {
    fonts: packed.map(({ name, part }) => ({ name, part })),
    parts: new Map(packed.map(({ part, blob }) => [part, blob])),
  }
}

const parts = new WeakMap<OwnFont, Promise<string>>()

/** Returns the hash of the font's file; computed once per font. */
function partOf(font: OwnFont): Promise<string> {
  const told = parts.get(font) ?? hashOf(font)
  parts.set(font, told)
  told.catch(() => parts.delete(font)) // the caller gets the error; the next save tries again
  return told
}

const hashOf = async ({ blob }: OwnFont) => sha256(new Uint8Array(await blob.arrayBuffer()))

/**
 * Checks the fonts of a project and returns them without listing them. Fails with 'damaged' when one of them is missing
 * or invalid.
 */
export async function unpackFonts(
  entries: readonly FontEntry[],
  bytesOf: (hash: string) => Promise<Blob | null>,
): Promise<Result<OwnFont[], ProjectError>> {
  const fonts: OwnFont[] = []
  for (const { name, part } of entries) {
    const blob = await bytesOf(part)
    const checked = blob && (await checkFont(blob, name))
    if (!checked?.ok || checked.value.id !== ownId(part)) return err('damaged')
    fonts.push({ ...checked.value, name })
  }
  return ok(fonts)
}
