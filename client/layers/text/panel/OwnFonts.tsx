import { Plus, Trash2 } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { fontErrorText, importFont, removeFont } from '#client/kit/fonts/own/importFont.ts'
import { onOwnFonts, ownFonts } from '#client/kit/fonts/own/ownFonts.ts'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { FileButton } from '#client/kit/ui/PhotoInput.tsx'
import styles from './OwnFonts.module.css'

/** Footer of the font list: adds a font file, or removes the user's selected font from the device. */
export function OwnFonts({ value, onBrought }: { value: string; onBrought(id: string): void }) {
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
