import { Compass, Keyboard, Languages, Layers, Maximize, Minus, Moon, Plus, ScanLine, Search, Sun } from 'lucide-react'
import { isLanguage, LANGUAGES } from '#client/kit/i18n/languages.ts'
import { language, t } from '#client/kit/i18n/translate.ts'
import { NARROW } from '#client/kit/ui/hooks.ts'
import { chooseTheme, theme } from '#client/kit/ui/theme/theme.tsx'
import { FORMAT_TAB } from '#client/model/session/ui/format.ts'
import { CHOOSE_TAB, closeSubjectTool, MASK_EDIT_TAB, openSubjectTool } from '#client/model/session/ui/subject.ts'
import { toggleFormat } from '../../canvas/format/editCrop.ts'
import { selectedObject } from '../../canvas/subject/editedMask.ts'
import { PANEL_TOOLS, TABS, type Tab } from '../../tabs/tabs.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { type Command, type CommandContext, defineCommands, type Requirement } from '../command.ts'
import { ALL_TABS, hasTab, NOT_BUSY, PHOTO } from '../requirements.ts'

/** Zoom factor per key press. */
const ZOOM_STEP = 1.25

/** Commands for zoom and panels. */
export const viewCommands = defineCommands([
  {
    id: 'fit',
    label: 'Zoom to fit',
    icon: Maximize,
    keys: ['0'],
    group: 'View',
    needs: [PHOTO],
    keepsGesture: true,
    run: ({ workspace }) => workspace.fit(),
  },
  {
    id: 'actual-size',
    label: 'Actual size',
    aliases: ['Zoom to 100 %'],
    icon: ScanLine,
    keys: ['1'],
    group: 'View',
    needs: [PHOTO],
    keepsGesture: true,
    run: ({ workspace }) => workspace.zoomTo(1 / devicePixelRatio),
  },
  {
    id: 'zoom-in',
    label: 'Zoom in',
    icon: Plus,
    keys: ['+', '='],
    group: 'View',
    needs: [PHOTO],
    keepsGesture: true,
    run: ({ workspace }) => zoomBy(workspace, ZOOM_STEP),
  },
  {
    id: 'zoom-out',
    label: 'Zoom out',
    icon: Minus,
    keys: ['-'],
    group: 'View',
    needs: [PHOTO],
    keepsGesture: true,
    run: ({ workspace }) => zoomBy(workspace, 1 / ZOOM_STEP),
  },
  {
    id: 'layers',
    label: 'Layers',
    icon: Layers,
    keys: ['Shift+L'],
    group: 'View',
    needs: [PHOTO],
    keepsGesture: true,
    run({ workspace: { session } }) {
      const { ui } = session
      if (!ui.layers.isShown && matchMedia(NARROW).matches) ui.tab = null // a narrow screen shows one sheet at a time
      ui.layers.isOpen = !ui.layers.isShown
    },
  },
])

const zoomBy = (workspace: Workspace, factor: number) => workspace.zoomTo(workspace.viewport.get().zoom * factor)

type TabCommand = Command<`tab.${string}`>

/** One command per tool tab. It opens the tab, or closes the open tab. A tab also opens without a photo. */
const tabCommands = TABS.map(
  (tab): TabCommand => ({
    ...opening(tab),
    name: () => t('{tab} tab', { tab: t(tab.label) }),
    needs: [hasTab(tab.id), NOT_BUSY],
  }),
)

const panelCommands = PANEL_TOOLS.map((tool): TabCommand => ({ ...opening(tool), needs: [ALL_TABS, PHOTO, NOT_BUSY] }))

/** Commands that open and close the tool tabs. */
export const toolCommands = defineCommands([...tabCommands, ...panelCommands])

function opening({ id, label, icon, shortcut, aliases }: Omit<Tab, 'tour'>) {
  return {
    id: `tab.${id}`,
    label,
    icon,
    keys: [shortcut],
    ...(aliases && { aliases }),
    group: 'Tools',
    run({ workspace: { session } }: CommandContext) {
      const { ui } = session
      if (id === FORMAT_TAB) toggleFormat(session)
      else if (id !== CHOOSE_TAB && id !== MASK_EDIT_TAB) ui.tab = ui.tab === id ? null : id
      else if (ui.tab === id) closeSubjectTool(ui)
      else openSubjectTool(ui, id, selectedObject(session)?.id)
    },
  } as const
}

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

/** Commands that show help. */
export const helpCommands = defineCommands([
  {
    id: 'commands',
    label: 'Search commands',
    icon: Search,
    keys: ['Mod+K'],
    group: 'Help',
    keepsGesture: true,
    worksWhileTyping: true,
    run({ workspace: { session } }) {
      session.ui.dialog = 'commands'
    },
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    keys: ['?'],
    group: 'Help',
    keepsGesture: true,
    run({ workspace: { session } }) {
      session.ui.dialog = 'shortcuts'
    },
  },
  {
    id: 'tour',
    label: 'Tour',
    icon: Compass,
    keys: [],
    group: 'Help',
    run: ({ startTour }) => startTour(),
  },
])
