import { Languages, Moon, Sun } from 'lucide-react'
import { isLanguage, LANGUAGES } from '../../../kit/i18n/languages.ts'
import { language, t } from '../../../kit/i18n/translate.ts'
import { chooseTheme, theme } from '../../../kit/ui/theme/theme.tsx'
import { type Command, defineCommands, type Requirement } from '../command.ts'

const CHOSEN = { reason: 'Already selected.' }
const isNot = (isOn: () => boolean): Requirement => ({ ...CHOSEN, isMet: () => !isOn() })

/** One command per language, named in that language. */
const LANGUAGE_COMMANDS = Object.keys(LANGUAGES)
  .filter(isLanguage)
  .map(
    (next): Command<`language.${typeof next}`> => ({
      id: `language.${next}`,
      label: LANGUAGES[next],
      name: () => t('Language: {language}', { language: LANGUAGES[next] }),
      aliases: ['Language'],
      icon: Languages,
      keys: [],
      group: 'Settings',
      needs: [isNot(() => language() === next)],
      run: ({ chooseLanguage }) => chooseLanguage(next),
    }),
  )

/** Commands that change the theme and the language. */
export const settingsCommands = defineCommands([
  {
    id: 'theme-dark',
    label: 'Switch to dark theme',
    icon: Moon,
    keys: [],
    group: 'Settings',
    needs: [isNot(() => theme() === 'dark')],
    run: () => chooseTheme('dark'),
  },
  {
    id: 'theme-light',
    label: 'Switch to light theme',
    icon: Sun,
    keys: [],
    group: 'Settings',
    needs: [isNot(() => theme() === 'light')],
    run: () => chooseTheme('light'),
  },
  ...LANGUAGE_COMMANDS,
])
