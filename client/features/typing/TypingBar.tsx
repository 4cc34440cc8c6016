import { Check } from 'lucide-react'
import { type MouseEvent, useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { containsSome } from '#client/kit/fonts/coverage.ts'
import { FONT_FAMILIES, isRecommended } from '#client/kit/fonts/families.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { ColorChips } from '#client/kit/ui/controls/ColorChips.tsx'
import { cx } from '#client/kit/ui/cx.ts'
import type { Hex } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { useLayer } from '#client/layers/cards/useLayer.ts'
import { useFieldEvents, useFieldValue } from '#client/layers/controls/useField.ts'
import { inFamily } from '#client/layers/text/paint/measure.ts'
import { type TextLayer, textFields } from '#client/layers/text/schema.ts'
import { useSession } from '#client/model/session/session.ts'
import styles from './TypingBar.module.css'

/**
 * The bar above the on-screen keyboard while the user types on the canvas. It has fonts, colors, and a button that ends
 * typing. On phones, all other controls are hidden while the user types. On tablets, the bar leaves out fonts and
 * colors while a panel is open.
 */
export function TypingBar({ isPhone }: { isPhone: boolean }) {
  const { ui } = useSession()
  const { typing, panel } = useSnapshot(ui)
  return (
    // A tap also fires mouse events. Preventing their default action keeps the text focused and the keyboard open.
    <div className={styles.bar} role="toolbar" aria-label={t('Styles')} onMouseDown={preventDefault} data-keeps-typing>
      {typing && (isPhone || panel === null) && <Look id={typing} />}
      <Button
        look="primary"
        icon={Check}
        className={styles.done}
        onClick={() => {
          ui.typing = null
        }}
      >
        {t('Done')}
      </Button>
    </div>
  )
}

const preventDefault = (event: MouseEvent) => event.preventDefault()

function Look({ id }: { id: LayerId }) {
  const layer = useLayer('text', id)
  return layer && <LookOf layer={layer} />
}

/** A button with the text's color. Next to it, the fonts, or the colors while the button is pressed. */
function LookOf({ layer }: { layer: TextLayer }) {
  const [hasColors, setColors] = useState(false)
  const at = { path: layer.id, record: layer, name: 'color' } as const
  const color = useFieldValue<'color', Hex>(at)
  const { onSet } = useFieldEvents<'color', Hex>(t(textFields.color.label), at)
  return (
    <>
      <Button look="ghost" aria-label={t('Color')} aria-pressed={hasColors} onClick={() => setColors(!hasColors)}>
        <span className={styles.swatch} style={{ background: color }} aria-hidden />
      </Button>
      <div key={String(hasColors)} className={cx(styles.strip, 'sideways')}>
        {hasColors ? <ColorChips value={color} onSet={onSet} /> : <Fonts layer={layer} />}
      </div>
    </>
  )
}

const RECOMMENDED = FONT_FAMILIES.map(({ name }) => name).filter(isRecommended)
const NOT_LATIN = /(?!\p{Script=Latin})\p{L}/u
/** Maximum number of families for a script other than Latin. */
const MAX_FAMILIES = 12

/**
 * Returns font families that contain the first non-Latin letter of the text, otherwise the recommended families. If the
 * text has no letters, the interface language decides.
 */
function familiesFor(text: string): readonly string[] {
  const [letter] = NOT_LATIN.exec(/\p{L}/u.test(text) ? text : t('Text content')) ?? []
  const fitting = letter ? FONT_FAMILIES.filter(({ id }) => containsSome(id, letter)) : []
  return fitting.length > 0 ? fitting.slice(0, MAX_FAMILIES).map(({ name }) => name) : RECOMMENDED
}

function Fonts({ layer }: { layer: TextLayer }) {
  const at = { path: layer.id, record: layer, name: 'fontFamily' } as const
  const family = useFieldValue<'fontFamily', string>(at)
  const write = (name: string) => void Object.assign(layer, inFamily(name, layer.fontWeight))
  const { onSet } = useFieldEvents<'fontFamily', string>(t(textFields.fontFamily.label), { ...at, write })
  const families = familiesFor(useFieldValue<'text', string>({ path: layer.id, record: layer, name: 'text' }))
  const names = families.join()
  useEffect(() => {
    const abort = new AbortController()
    for (const name of names.split(',')) void loadFont(name, 400, '', abort.signal) // `loadFont` never rejects
    return () => abort.abort()
  }, [names])
  return families.map((name) => (
    <Button
      key={name}
      look="ghost"
      aria-pressed={name === family}
      style={{ fontFamily: `"${name}", var(--font)` }}
      onClick={() => onSet(name)}
    >
      {name}
    </Button>
  ))
}
