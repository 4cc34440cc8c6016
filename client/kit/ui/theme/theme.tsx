// The color theme, which follows the system until the user chooses a theme. client/app/start/headScript.ts applies a
// stored choice before the first paint.

import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { createListeners, listen, stopAll } from '../../async/listeners.ts'
import { deviceStorage, onOtherTab, tryWrite } from '../../device-storage/deviceStorage.ts'
import { t } from '../../i18n/translate.ts'
import { IconButton } from '../controls/IconButton.tsx'
import { isTheme, THEME_KEY, type Theme } from './storedTheme.ts'

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')
const listeners = createListeners()

export function theme(): Theme {
  const chosen = document.documentElement.dataset.theme
  if (isTheme(chosen)) return chosen
  return systemDark().matches ? 'dark' : 'light'
}

/** Shows a theme and stores the choice on the device. Null makes the theme follow the system again. */
export function chooseTheme(next: Theme | null): void {
  show(next)
  // without storage, the choice lasts until the page is closed
  tryWrite(() => (next ? deviceStorage()?.setItem(THEME_KEY, next) : deviceStorage()?.removeItem(THEME_KEY)))
}

/**
 * Hook that returns the current theme. Rerenders when the user, the system or another tab changes it. Prerendered pages
 * are light.
 */
const useTheme = (): Theme => useSyncExternalStore(subscribe, theme, () => 'light')

function show(next: Theme | null) {
  pauseTransitions()
  if (next) document.documentElement.dataset.theme = next
  else delete document.documentElement.dataset.theme
  listeners.emit()
}

/**
 * Turns off the transitions that use the durations of tokens.css, until the theme's colors are painted. Otherwise
 * colors change at different speeds, and text has the color of its background for a moment.
 */
function pauseTransitions() {
  const { dataset } = document.documentElement
  dataset.switching = ''
  requestAnimationFrame(() => requestAnimationFrame(() => delete dataset.switching))
}

const subscribe = (listener: () => void) =>
  stopAll([
    listeners.subscribe(listener),
    onOtherTab(THEME_KEY, (next) => show(isTheme(next) ? next : null)),
    listen(systemDark(), {
      change: () => {
        pauseTransitions()
        listener()
      },
    }),
  ])

export function ThemeButton() {
  const theme = useTheme()
  const next = theme === 'dark' ? 'light' : 'dark'
  return (
    <IconButton
      label={next === 'dark' ? t('Switch to dark theme') : t('Switch to light theme')}
      icon={theme === 'dark' ? Sun : Moon}
      onClick={() => chooseTheme(next)}
    />
  )
}
