/** Tests that broken, newer and hostile design links don't change the document and show a message. */
import { expect, it } from 'vitest'
import { BUILT_IN } from '#client/engine/template/builtIn.ts'
import { encodeDesign } from '#client/engine/template/designLink.ts'
import { latin, textOf } from '#client/kit/bytes/bytes.ts'
import { deflate, inflate } from '#client/kit/bytes/deflate.ts'
import { hostileJson, mutantOf } from '../../../tests/fuzz/mutants.ts'
import { illegalDocument } from '../../../tests/helpers/legalDocument.ts'
import { randomFrom } from '../../../tests/helpers/random.ts'
import { createLibrary } from '../templates/templateFlows.ts'
import type { TemplateLibrary } from '../templates/templateLibrary.ts'
import { openDesign } from './designLinks.ts'

const MUTANTS = 5000
const SENTENCES = [
  'The link is damaged or incomplete. Ask for a new link. Your current work hasn’t changed.',
  'This link was made with a newer version of the editor. Reload the page and open the link again.',
]

type Design = Parameters<TemplateLibrary['lend']>[0]

/** Opens a link in a new editor. Returns the displayed text, and the designs that the editor offers. */
async function open(code: string) {
  const shown: string[] = []
  const lent: Design[] = []
  const toast = ({ description = '' }: { description?: string }) => void shown.push(description)
  const session = { notices: { toast }, doc: Object.freeze({}) }
  const library = { lend: (design: Design) => String(lent.push(design)) }
  const applier = { use: async () => true }
  const flow = (create: unknown) => (create === createLibrary ? library : applier)
  await openDesign({ session, flow } as never, code)
  return { shown, lent }
}

const codes = await Promise.all([...BUILT_IN.values()].map(encodeDesign))
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64url')
const jsonOf = async (code: string) =>
  JSON.parse(
    new TextDecoder().decode(
      await inflate(new Uint8Array(Buffer.from(code.slice(1), 'base64url')), 1e6, 'deflate-raw'),
    ),
  )

/** Returns a mutated link. The mutation changes the link's text, its compressed bytes, or its JSON. */
async function changedLink(code: string, random: () => number): Promise<string> {
  const kind = Math.floor(random() * 3)
  if (kind === 0) return textOf(mutantOf(new Uint8Array(latin(code)), random))
  if (kind === 1) return `1${base64(mutantOf(new Uint8Array(Buffer.from(code.slice(1), 'base64url')), random))}`
  const json = stringify(hostileJson(await jsonOf(code), random))
  return `1${base64(await deflate(new TextEncoder().encode(json), 'deflate-raw'))}`
}

/** Returns JSON. `JSON.stringify` fails for the deepest hostile value, even though `JSON.parse` can read it. */
function stringify(value: unknown): string {
  try {
    return JSON.stringify(value)
  } catch {
    return `{"document":${'['.repeat(5000)}${']'.repeat(5000)}}`
  }
}

it(`each of ${MUTANTS} damaged design links shows an error message or opens a valid design`, async () => {
  const random = randomFrom(62)
  const counts = { damaged: 0, newer: 0, opened: 0 }
  for (let i = 0; i < MUTANTS; i++) {
    const link = await changedLink(codes[i % codes.length] ?? '', random)
    const { shown, lent } = await open(link)
    expect(shown.length + lent.length, `link ${i}: ${link.slice(0, 80)}`).toBe(1)
    expect([...SENTENCES, undefined], `link ${i}`).toContain(shown[0])
    for (const { document } of lent) expect(illegalDocument(document), `link ${i}`).toEqual([])
    counts[lent.length > 0 ? 'opened' : shown[0] === SENTENCES[0] ? 'damaged' : 'newer']++
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  }
  console.info(JSON.stringify(counts))
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(0)
})
