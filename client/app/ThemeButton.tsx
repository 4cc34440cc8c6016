import { Moon, Sun } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { chooseTheme, useTheme } from '../ui/theme.ts'

export function ThemeButton() {
  const isDark = useTheme() === 'dark'
  return (
    <IconButton
      label={isDark ? 'Light theme' : 'Dark theme'}
      icon={isDark ? Sun : Moon}
      onClick={() => chooseTheme(isDark ? 'light' : 'dark')}
    />
  )
}
