import { Bold } from 'lucide-react'
import { useCallback, useEffect } from 'react'
import { useFieldEvents, useFieldValue } from '../../../controls/useField.ts'
import { FONT_FAMILIES, type FontCategory } from '../../../fonts/families.ts'
import { drawnWeight, findFamily, loadFont } from '../../../fonts/load.ts'
import { useSession } from '../../../session/SessionContext.tsx'
import { FontPicker } from '../../../ui/FontPicker.tsx'
import { IconButton } from '../../../ui/IconButton.tsx'
import { weightOf } from '../paint/measure.ts'
import { type TextLayer, textFields } from '../schema.ts'

const CATEGORIES = [
  { value: 'sans', label: 'Sans' },
  { value: 'serif', label: 'Serif' },
  { value: 'display', label: 'Display' },
  { value: 'handwriting', label: 'Script' },
  { value: 'mono', label: 'Mono' },
] as const satisfies readonly { value: FontCategory; label: string }[]

/** The family, tried on under the pointer before it is chosen, and the bold toggle (spec §2, §4). */
export function FontField({ layer }: { layer: TextLayer }) {
  const session = useSession()
  const family = useFieldValue<'fontFamily', string>({ path: layer.id, record: layer, name: 'fontFamily' })
  const weightAt = { path: layer.id, record: layer, name: 'fontWeight' } as const
  const weight = weightOf(useFieldValue<'fontWeight', number>(weightAt))
  const { onSet: setWeight } = useFieldEvents<'fontWeight', number>('Bold', weightAt)
  const loadFace = useCallback(async (name: string, signal: AbortSignal) => (await loadFont(name, 400, signal)).ok, [])
  useEffect(() => {
    const { ui } = session
    return () => {
      ui.hover = null
    }
  }, [session])

  return (
    <>
      <FontPicker
        label={textFields.fontFamily.label}
        value={family}
        families={FONT_FAMILIES}
        categories={CATEGORIES}
        loadFace={loadFace}
        onPreview={(name) => {
          session.ui.hover = name === null ? null : { layer: layer.id, patch: inFamily(name, layer.fontWeight) }
        }}
        onChange={(name) => {
          session.ui.hover = null
          session.history.transact(textFields.fontFamily.label, () => {
            Object.assign(layer, inFamily(name, layer.fontWeight))
          })
        }}
      />
      <IconButton
        label="Bold"
        icon={Bold}
        look="soft"
        isPressed={weight === 700}
        onClick={() => setWeight(weight === 700 ? 400 : 700)}
      />
    </>
  )
}

/** A family that has no bold of its own comes in its drawn weight, as its designer meant it; Bold then thickens it. */
function inFamily(name: string, weight: number): Pick<TextLayer, 'fontFamily' | 'fontWeight'> {
  const family = findFamily(name)
  return { fontFamily: name, fontWeight: family ? drawnWeight(family, weightOf(weight)) : weight }
}
