/** Commands for projects, zoom, settings and help. */
import {
  Download,
  FolderOpen,
  ImagePlus,
  Keyboard,
  Languages,
  Maximize,
  Minus,
  Moon,
  Plus,
  Save,
  ScanLine,
  Sun,
  Upload,
} from 'lucide-react'
import { isLanguage, LANGUAGES } from '#client/kit/i18n/languages.ts'
import { language, t } from '#client/kit/i18n/translate.ts'
import type { Theme } from '#client/kit/ui/theme/storedTheme.ts'
import { chooseTheme, theme } from '#client/kit/ui/theme/theme.tsx'
import type { Workspace } from '../../workspace/workspace.ts'
import { defineCommands, opensDialog, type Press, type Requirement } from '../command.ts'
import { NOT_BUSY, PHOTO } from '../requirements.ts'

const IDLE_PHOTO = [PHOTO, NOT_BUSY]

export const projectCommands = defineCommands('Project', [
  [
    'upload',
    'Upload',
    Upload,
    [],
    [],
    (_, { choosePhoto }) => choosePhoto(),
    { words: 'Open photo, Import, New photo' },
  ],
  [
    'download',
    'Download',
    Download,
    ['Mod+E'],
    IDLE_PHOTO,
    ({ exports }) => void exports.save(),
    { words: 'Save image, Export', worksWhileTyping: true },
  ],
  // `saveFile` never rejects
  [
    'save-project',
    'Save project',
    Save,
    ['Mod+S'],
    IDLE_PHOTO,
    ({ projects }) => void projects.saveFile(),
    { words: 'Save file, Backup', worksWhileTyping: true },
  ],
  [
    'open-project',
    'Open project',
    FolderOpen,
    ['Mod+O'],
    [NOT_BUSY],
    (_, { chooseProject }) => chooseProject(),
    { words: 'Import project', worksWhileTyping: true },
  ],
  [
    'reuse-template',
    'Reuse on another photo',
    ImagePlus,
    [],
    IDLE_PHOTO,
    (_, page) => page.chooseTemplatePhoto(),
    { words: 'Template, Design, Another photo' },
  ],
])

/** For commands that don't end a running gesture. */
const KEEPS = { keepsGesture: true } as const

export const viewCommands = defineCommands('View', [
  ['fit', 'Zoom to fit', Maximize, ['0'], [PHOTO], (workspace) => workspace.fit(), KEEPS],
  [
    'actual-size',
    'Actual size',
    ScanLine,
    ['1'],
    [PHOTO],
    ({ zoomTo }) => zoomTo(1 / devicePixelRatio),
    { ...KEEPS, words: 'Zoom to 100%' },
  ],
  ['zoom-in', 'Zoom in', Plus, ['+', '='], [PHOTO], zoomBy(1.25), KEEPS],
  ['zoom-out', 'Zoom out', Minus, ['-'], [PHOTO], zoomBy(1 / 1.25), KEEPS],
])

function zoomBy(factor: number) {
  return ({ viewport, zoomTo }: Workspace) => zoomTo(viewport.get().zoom * factor)
}

const isNot = (isOn: () => boolean): Requirement => ({ reason: 'Already selected.', isMet: () => !isOn() })

/**
 * Returns the requirements and the `run` function of a command that sets the theme. The command is disabled while this
 * theme is active.
 */
const toTheme = (next: Theme) => [[isNot(() => theme() === next)], () => chooseTheme(next)] as const

/** Commands that change the theme and the language. The name of each language is in that language. */
export const settingsCommands = defineCommands('Settings', [
  ['theme-dark', 'Switch to dark theme', Moon, [], ...toTheme('dark'), { words: 'Night mode, Appearance' }],
  ['theme-light', 'Switch to light theme', Sun, [], ...toTheme('light'), { words: 'Day mode, Appearance' }],
  ...Object.keys(LANGUAGES)
    .filter(isLanguage)
    .map((next) => {
      const needs = [isNot(() => language() === next)]
      const run = (_: Workspace, { chooseLanguage }: Press) => chooseLanguage(next)
      const name = () => t('Language: {language}', { language: LANGUAGES[next] })
      return [`language.${next}`, LANGUAGES[next], Languages, [], needs, run, { name }] as const
    }),
])

export const helpCommands = defineCommands('Help', [
  ['shortcuts', 'Keyboard shortcuts', Keyboard, ['?'], [], opensDialog('shortcuts'), { ...KEEPS, words: 'Keys, Help' }],
])
