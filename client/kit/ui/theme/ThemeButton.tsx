import { Moon, Sun } from 'lucide-react'
import { t } from '../../i18n/translate.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { chooseTheme, useTheme } from './theme.ts'

/** From the dark theme to the light one and back. */
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
