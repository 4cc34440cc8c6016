/** Packs documents as templates, without their photos. */

import { writeProjectFile } from '#client/engine/project-file/file.ts'
import { packDocument } from '#client/engine/project-file/pack.ts'
import type { Parts, Project } from '#client/engine/project-file/project.ts'
import { assetsWithoutPhoto } from '#client/engine/project-file/unpack.ts'
import { findOwnFont } from '#client/kit/fonts/own/ownFonts.ts'
import { memoOn } from '#client/kit/values/identity.ts'
import type { AssetId } from '#client/kit/values/ids.ts'
import { withoutPhotoFields } from '#client/layers/photoFields.ts'
import { kindOf } from '#client/layers/registry.ts'
import { stringsIn } from '#client/model/assets/store.ts'
import { createDocument, type Document, type DocumentSnapshot } from '#client/model/document/document.ts'
import { mutableCopy } from '#client/model/history/records.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { withoutExtension } from '#server/contract/tables/safeStem.ts'

/** Placeholder asset id for photo and matte, because a template contains neither. */
const NO_PHOTO = 'none' as AssetId

/**
 * Returns a document without the parts that belong to its photo: mask edits, fill strokes, the subject's selection,
 * layers bound to the photo, and the photo's name. Preserves the sizes of photo and subject, because layers are
 * positioned relative to them.
 */
export function withoutPhoto(doc: DocumentSnapshot): Document {
  const all = mutableCopy(doc) as Document
  const { photo, separation, backdrop, crop, layers } = all
  const order = all.order.filter((id) => !kindOf(layers[id]?.kind ?? '').isBoundToPhoto)
  const core = {
    photo: photo && { ...photo, asset: NO_PHOTO, name: '' },
    separation: separation && { matte: NO_PHOTO, model: '', box: separation.box },
    backdrop,
    crop,
    layers: Object.fromEntries(order.flatMap((id) => (layers[id] ? [[id, withoutPhotoFields(layers[id])]] : []))),
    order,
  }
  return createDocument(core, (part, { photoLabel }) => (photoLabel ? undefined : all[part]))
}

/**
 * Returns what a copy of the document as a template depends on. Ignores the subject, because a better matte changes it
 * without the user.
 */
export const designOf = memoOn(
  (doc: DocumentSnapshot): DocumentSnapshot => ({
    ...withoutPhoto(doc),
    separation: null,
  }),
)

/**
 * Returns the open document as a template without its photo. Includes the images and fonts that the template needs,
 * except fonts that this browser rejects, because a template with such a font can't be applied.
 */
export async function packTemplate(session: Session) {
  const document = withoutPhoto(snapshotOf(session))
  const packed = await packDocument(document, session.assets.withIds(stringsIn(document)), findOwnFont)
  return { document, ...packed, isDesign: true as const }
}

/** Returns the open document's template as a project file. */
export async function packTemplateFile(session: Session, name: string, now: () => number): Promise<Blob> {
  const { parts, ...template } = await packTemplate(session)
  return writeProjectFile({ ...template, name, savedAt: now() }, parts)
}

/**
 * Returns a project as a template without its photo and matte. Includes only the parts that the template needs. A
 * project file has the photo's name, so the extension of the name is removed. A template's own name doesn't change.
 */
export function repackAsTemplate(project: Project, parts: Parts) {
  const { name, fonts, layout } = project
  const assets = assetsWithoutPhoto(project)
  const named = new Set([
    ...assets.flatMap((asset) => [asset.part, 'cut' in asset ? asset.cut : null]),
    ...fonts.map(({ part }) => part),
  ])
  return {
    name: project.isDesign ? name : withoutExtension(name),
    document: withoutPhoto(project.document),
    assets,
    fonts,
    isDesign: true as const,
    ...(layout && { layout }),
    parts: new Map([...parts].filter(([hash]) => named.has(hash))),
  }
}
