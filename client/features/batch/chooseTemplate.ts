import { leftBehind } from '#client/editor/flows/lostWork.ts'
import { UNEXPECTED } from '#client/editor/flows/messages.ts'
import type { BatchTemplate } from '#client/editor/storage/batchStore.ts'
import { readProjectFile } from '#client/engine/project-file/file.ts'
import { GALLERY } from '#client/engine/template/gallery.ts'
import { type TextField, textFieldsOf } from '#client/engine/template/withTexts.ts'
import { language, t, tAll } from '#client/kit/i18n/translate.ts'
import { isEqual } from '#client/kit/values/identity.ts'
import type { Immutable } from '#client/kit/values/immutable.ts'
import { type DocumentSnapshot, isPhotoLayer } from '#client/model/document/document.ts'
import { type Session, snapshotOf } from '#client/model/session/session.ts'
import { withoutExtension } from '#server/contract/tables/safeStem.ts'
import { designOf, packTemplateFile } from '../templates/packTemplate.ts'
import { isApplied } from '../templates/templateApplier.ts'
import type { TemplateLibrary } from '../templates/templateLibrary.ts'
import { TEMPLATE_LOST } from '../templates/templateMessages.ts'
import type { templateState } from '../templates/templateState.ts'
import type { Batch } from './batch.ts'
import type { BatchState } from './state.ts'

/** Id of the template made from the open document's layers. */
export const OPEN_DOCUMENT = 'open-document'

/** Returns the name of the template made from the open document's layers, in the user's language. */
export const openDocumentName = (): string => t('Current layers')

/** Returns true if the batch has a copy of the open document, and the document hasn't changed since. */
export const isOpenDesign = (design: BatchTemplate | null, doc: DocumentSnapshot): boolean =>
  design?.id === OPEN_DOCUMENT && isEqual(design.source, designOf(doc))

/**
 * Returns the id of the template that a new batch begins with: the template that is applied to the open photo, or the
 * layers if the user has added or changed any. Null if there are none, or if they can't be used without a question.
 * Also null while the batch has a template. Without photos, a copy of an earlier document counts as none. `last`: the
 * template that was applied last. `own`: the user's templates, or null while they are loading.
 */
export function firstTemplate(
  { record, items, adding }: Pick<BatchState, 'record' | 'items' | 'adding'>,
  doc: DocumentSnapshot,
  last: Immutable<ReturnType<typeof templateState>['last']>,
  own: readonly { id: string }[] | null,
): string | null {
  const { design } = record
  const isOutdated = design?.id === OPEN_DOCUMENT && items.length + adding === 0 && !isOpenDesign(design, doc)
  if (own === null || (design && !isOutdated)) return null
  const isKnown = [...own, ...GALLERY].some(({ id }) => id === last.id)
  if (isKnown && isApplied(last, doc) && isEqual(last.design, designOf(doc))) return last.id
  const isOwn = doc.photo !== null && Object.values(doc.layers).some((layer) => !isPhotoLayer(layer))
  return isOwn && !leftBehind(doc) ? OPEN_DOCUMENT : null
}

/**
 * Copies a template into the batch: a built-in template, a user's template, or the layers of the open photo. Never
 * rejects. Errors appear as a toast.
 */
export async function chooseTemplate(
  batch: Pick<Batch, 'chooseTemplate'>,
  session: Session,
  library: Pick<TemplateLibrary, 'file'>,
  id: string,
): Promise<void> {
  try {
    const builtIn = GALLERY.find((each) => each.id === id)
    if (builtIn) {
      // loaded on demand, because few batches use a built-in template
      const { BUILT_IN } = await import('#client/engine/template/builtIn.ts')
      const document = BUILT_IN.get(id)?.document
      const fields = document && textFieldsOf(document)
      const design = { kind: 'ours', id, name: builtIn.name, language: language(), ...(fields && { fields }) } as const
      await batch.chooseTemplate(design, null)
    } else if (id === OPEN_DOCUMENT) await chooseOpenDocument(batch, session)
    else {
      const design = await library.file(id)
      if (design) await chooseFile(batch, { id, name: design.name }, design.file)
      else session.notices.toast({ ...tAll(TEMPLATE_LOST), isDestructive: true })
    }
  } catch (error) {
    console.error(error)
    session.notices.toast({ ...tAll(UNEXPECTED), isDestructive: true })
  }
}

async function chooseOpenDocument(batch: Pick<Batch, 'chooseTemplate'>, session: Session): Promise<void> {
  const lost = leftBehind(snapshotOf(session))
  if (lost && !(await session.notices.confirm(lost))) return
  const doc = snapshotOf(session)
  const file = await packTemplateFile(session, openDocumentName(), Date.now)
  // the photo's name distinguishes the copy from the layers of a document that is opened later
  const name = withoutExtension(doc.photo?.name ?? '') || openDocumentName()
  await chooseFile(batch, { id: OPEN_DOCUMENT, name, source: designOf(doc) }, file)
}

/**
 * Uses a project file as the template. If the file can't be read, the template is stored without text fields, and the
 * batch later reports the error.
 */
async function chooseFile(
  batch: Pick<Batch, 'chooseTemplate'>,
  template: Pick<BatchTemplate, 'id' | 'name' | 'source'>,
  file: Blob,
): Promise<void> {
  const read = await readProjectFile(file)
  const all = read.ok ? textFieldsOf(read.value.project.document) : []
  // loaded on demand, because it contains the built-in templates
  const isSample = (await import('#client/engine/template/keepWords.ts')).sampleTexts()
  const fields = all.map((field): TextField => (isSample(field.words) ? { ...field, isSample: true } : field))
  await batch.chooseTemplate({ kind: 'file', ...template, fields }, file)
}
