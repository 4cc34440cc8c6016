import { Moon, Sun } from 'lucide-react'
import { t } from '../../i18n/translate.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { chooseTheme, useTheme } from './theme.ts'

/** A button that switches between the dark and the light theme. */
export function ThemeButton() {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={next === 'dark' ? t('Switch to the dark theme') : t('Switch to the light theme')}
      icon={theme === 'dark' ? Sun : Moon}
      onClick={() => chooseTheme(next)}
    />
  )
}
