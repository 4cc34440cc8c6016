import { fontErrorText, importFont } from '#client/kit/fonts/own/importFont.ts'
import { t } from '#client/kit/i18n/translate.ts'
import type { Session } from '#client/model/session/session.ts'
import { selectedLayer } from '#client/model/session/ui/selection.ts'
import { type TextLayer, textFields } from './schema.ts'

/**
 * Adds a dropped font file to the user's fonts. If the selection is a single text layer, applies the font in weight
 * 400, as one undo step. Undo doesn't remove the font from the user's fonts. A toast reports success or failure.
 */
export async function applyDroppedFont({ doc, ui, history, notices }: Session, file: File): Promise<void> {
  const selected = selectedLayer(ui) // the user may select another layer during the import
  const brought = await importFont(file)
  if (!brought.ok) {
    const detail = fontErrorText(brought.error, file)
    return notices.toast({ title: t('Failed to add font'), detail, isDestructive: true })
  }
  const { id, name } = brought.value.font
  const layer = selected && doc.layers[selected]
  if (layer && layer.kind === 'text')
    history.transact(t(textFields.fontFamily.label), () => {
      const text = layer as TextLayer // safe cast: the condition above checks the kind
      text.fontFamily = id
      text.fontWeight = 400
    })
  notices.toast({ title: t('{name} added to your fonts', { name }) })
}
