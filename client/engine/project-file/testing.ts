/** A project for tests with a layer of every kind. SIZE: size of all its images, px. */
import { deflate } from '#client/kit/bytes/deflate.ts'
import { sha256 } from '#client/kit/bytes/sha256.ts'
import { ownId } from '#client/kit/fonts/own/ownFonts.ts'
import { defaults } from '#client/kit/values/fields.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { type KindName, kinds } from '#client/layers/registry.ts'
import { imageBackdrop } from '#client/model/document/backdrop.ts'
import { emptyDocument, type SubjectSelection } from '#client/model/document/document.ts'
import { maskEditFields } from '#client/model/document/maskEdits.ts'
import { asLifted } from '#client/render/objects/lifted.ts'
import { liftedField } from '#client/render/objects/liftedFields.ts'
import { writeProjectFile } from './file.ts'
import type { Project } from './project.ts'

export const SIZE = { width: 8, height: 4 } as const

const contents = async () => [
  new TextEncoder().encode('a photo '.repeat(40)),
  await deflate(
    new Uint8Array(SIZE.width * SIZE.height).map((_, i) => i),
    'deflate-raw',
  ),
  new TextEncoder().encode('a background '.repeat(40)),
]

/** Bytes of a photo, a matte and a background image, by hash. */
export const PARTS = contents().then((all) =>
  Promise.all(all.map(async (bytes) => [await sha256(bytes), new Blob([bytes])] as const)),
)

/** Returns a project for tests with a layer of every kind, and its file. */
export async function fullProject(): Promise<{ project: Project; file: Blob }> {
  const document = emptyDocument()
  document.photo = { asset: 'p' as AssetId, name: 'cät.jpg', ...SIZE, hasAlpha: true }
  const choices: SubjectSelection['choices'] = [{ adds: false, points: [{ x: 1, y: 0.5, kind: 'in' }] }]
  const box = { x: 0, y: 0, ...SIZE }
  document.separation = { matte: 'm' as AssetId, model: 'test', box, chosen: { start: 2, choices } }
  document.backdrop = imageBackdrop(
    { asset: 'b' as AssetId, ...SIZE, hasAlpha: false },
    { blur: 3.5, isExtended: true },
  )
  document.tune.foreground.blur = 1.5
  document.mend = { ...defaults(maskEditFields), strokes: [...maskEditFields.strokes.example], feather: 3 }
  const [photo, matte, background] = (await PARTS).map(([hash]) => hash) as [string, string, string]
  for (const [i, kind] of (Object.keys(kinds) as KindName[]).entries()) {
    const id = `layer${i}` as LayerId
    const { fields, placement } = kinds[kind]
    document.layers[id] = {
      ...defaults(fields),
      ...(kind === 'text' && { fontFamily: ownId(photo) }),
      id,
      kind,
      placement,
      name: kind,
      isHidden: true,
      isLocked: true,
      blendMode: 'multiply',
      anchor: 'subject',
    }
    const object = asLifted(document.layers[id])
    if (object) {
      Object.assign(object.lifted, { matte: 'm', choices: liftedField.fields.choices.example })
      Object.assign(object.mend, { strokes: [...maskEditFields.strokes.example], feather: 3 })
    }
    document.order.push(id)
  }
  const project: Project = {
    name: 'cät.jpg',
    savedAt: 1_800_000_000_000,
    document,
    assets: [
      { kind: 'bitmap', id: 'p' as AssetId, part: photo, ...SIZE, cut: null },
      { kind: 'matte', id: 'm' as AssetId, part: matte, ...SIZE },
      { kind: 'bitmap', id: 'b' as AssetId, part: background, ...SIZE, cut: matte },
    ],
    fonts: [{ name: 'My Font', part: photo }],
  }
  return { project, file: await writeProjectFile(project, new Map(await PARTS)) }
}
