import { Bold, Plus, Trash2 } from 'lucide-react'
import { useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { scriptNames } from '#client/kit/fonts/coverage.ts'
import { FONT_FAMILIES, type FontCategory, isRecommended } from '#client/kit/fonts/families.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { fontErrorText, importFont, removeFont } from '#client/kit/fonts/own/importFont.ts'
import { familyLabel, isOwnId, onOwnFonts, ownFonts } from '#client/kit/fonts/own/ownFonts.ts'
import { locale } from '#client/kit/i18n/format.ts'
import { t, tLabels } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { FontPicker } from '#client/kit/ui/font-picker/FontPicker.tsx'
import { FileButton } from '#client/kit/ui/PhotoInput.tsx'
import type { Gesture } from '#client/model/history/history.ts'
import { useSession } from '#client/model/session/session.ts'
import { useFieldEvents, useFieldValue } from '../../controls/useField.ts'
import { inFamily, weightOf } from '../paint/measure.ts'
import { type TextLayer, textFields } from '../schema.ts'
import styles from './OwnFonts.module.css'

const CATEGORIES = [
  { value: 'sans', label: 'Sans' },
  { value: 'serif', label: 'Serif' },
  { value: 'display', label: 'Display' },
  { value: 'handwriting', label: 'Script' },
  { value: 'mono', label: 'Mono' },
] as const satisfies readonly { value: FontCategory; label: string }[]

/** The font picker with a preview of the hovered family, and the bold toggle. */
export function FontField({ layer }: { layer: TextLayer }) {
  const weightAt = { path: layer.id, record: layer, name: 'fontWeight' } as const
  const weight = weightOf(useFieldValue<'fontWeight', number>(weightAt))
  const { onSet: setWeight } = useFieldEvents<'fontWeight', number>(t('Bold'), weightAt)
  return (
    <>
      <FontFamilyField layer={layer} />
      <IconButton
        label={t('Bold')}
        icon={Bold}
        look="soft"
        isPressed={weight === 700}
        onClick={() => setWeight(weight === 700 ? 400 : 700)}
      />
    </>
  )
}

interface FamilyProps {
  layer: TextLayer
  label?: string
  /** Called when the list opens and closes. */
  onToggle?(isOpen: boolean): void
}

export function FontFamilyField({ layer, label = t(textFields.fontFamily.label), onToggle }: FamilyProps) {
  const session = useSession()
  const family = useFieldValue<'fontFamily', string>({ path: layer.id, record: layer, name: 'fontFamily' })
  const loadFace = useCallback((name: string, signal: AbortSignal) => loadFont(name, 400, '', signal), [])
  const own = useSyncExternalStore(onOwnFonts, ownFonts)
  const families = useMemo(() => {
    const names = own.map(({ id }) => id)
    const lost = isOwnId(family) && !names.includes(family) ? [family] : []
    const builtIn = FONT_FAMILIES.map((each) => ({
      ...each,
      isRecommended: isRecommended(each.name),
      scripts: scriptNames(each.id, locale()),
    }))
    return [...[...lost, ...names].map(choiceOf), ...builtIn]
  }, [own, family])
  const categories =
    own.length > 0 ? [{ value: 'own', label: t('Your fonts') }, ...tLabels(CATEGORIES)] : tLabels(CATEGORIES)
  const gesture = useRef<Gesture | null>(null)
  /** All fonts that the user tries while the list is open form one undo step. */
  const choose = (name: string) => {
    session.ui.hover = null
    if (!gesture.current?.isOpen) gesture.current = session.history.begin(t(textFields.fontFamily.label))
    Object.assign(layer, inFamily(name, layer.fontWeight))
  }
  useEffect(
    () => () => {
      session.ui.hover = null
      gesture.current?.commit()
    },
    [session],
  )

  return (
    <FontPicker
      label={label}
      value={family}
      families={families}
      categories={categories}
      loadFace={loadFace}
      onPreview={(name) => {
        session.ui.hover = name === null ? null : { layer: layer.id, patch: inFamily(name, layer.fontWeight) }
      }}
      onChange={choose}
      onToggle={(isOpen) => {
        if (!isOpen) gesture.current?.commit()
        onToggle?.(isOpen)
      }}
      foot={<OwnFonts value={family} onBrought={choose} />}
    />
  )
}

const choiceOf = (name: string) => ({ name, label: familyLabel(name), category: 'own' })

/** The footer of the font list. The user can add a font file, or remove the selected own font from the device. */
function OwnFonts({ value, onBrought }: { value: string; onBrought(id: string): void }) {
  const [problem, setProblem] = useState<string | null>(null)
  const own = useSyncExternalStore(onOwnFonts, ownFonts)
  const chosen = own.find(({ id }) => id === value)

  async function bring(file: File) {
    const brought = await importFont(file)
    if (!brought.ok) return setProblem(fontErrorText(brought.error, file))
    setProblem(brought.value.isKept ? null : t('You can use this font now, but your browser can’t save it.'))
    onBrought(brought.value.font.id)
  }

  return (
    <section className={styles.foot} aria-label={t('Your fonts')}>
      <FileButton
        size="small"
        look="outline"
        icon={Plus}
        input={{ accept: '.ttf,.otf,.woff2', label: t('Add font'), onChoose: (file) => void bring(file) }}
      >
        {t('Add font')}
      </FileButton>
      {chosen ? (
        <Button
          size="small"
          look="ghost"
          icon={Trash2}
          aria-label={t('Remove {name} from your fonts', { name: chosen.name })}
          onClick={() => void removeFont(chosen.id)}
        >
          {t('Remove')}
        </Button>
      ) : (
        <span className={styles.hint}>{t('TTF, OTF or WOFF2. The font stays on your device.')}</span>
      )}
      {problem && (
        <p className={styles.problem} role="alert">
          {problem}
        </p>
      )}
    </section>
  )
}
