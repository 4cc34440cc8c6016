/** Table of the commands that open, save and show: projects, panels, zoom, settings and help. */
import {
  Compass,
  Download,
  FileDown,
  FolderOpen,
  History,
  ImagePlus,
  Images,
  Keyboard,
  Languages,
  Layers,
  Maximize,
  Minus,
  Moon,
  Plus,
  Save,
  ScanLine,
  Search,
  Sun,
  Upload,
} from 'lucide-react'
import { isLanguage, LANGUAGES } from '#client/kit/i18n/languages.ts'
import { language, t } from '#client/kit/i18n/translate.ts'
import { NARROW } from '#client/kit/ui/hooks.ts'
import { chooseTheme, theme } from '#client/kit/ui/theme/theme.tsx'
import { CROP_TAB } from '#client/model/session/ui/crop.ts'
import {
  closeSubjectTool,
  MASK_EDIT_TAB,
  openSubjectTool,
  SELECT_SUBJECT_TAB,
} from '#client/model/session/ui/subject.ts'
import { toggleCrop } from '../../canvas/crop/editCrop.ts'
import { selectedObject } from '../../canvas/subject/editedMask.ts'
import { PANEL_TOOLS, TABS, type Tab } from '../../tabs/tabs.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import { defineCommands, type Press, type Requirement } from '../command.ts'
import { ALL_TABS, hasTab, NOT_BUSY, PHOTO } from '../requirements.ts'

/** Commands for opening, saving and exporting. */
export const projectCommands = defineCommands('Project', [
  {
    id: 'upload',
    label: 'Upload',
    icon: Upload,
    run: (_, { choosePhoto }) => choosePhoto(),
  },
  {
    id: 'open-photos',
    label: 'Batch edit',
    icon: Images,
    needs: [ALL_TABS, NOT_BUSY],
    run: opensDialog('batch'),
  },
  {
    id: 'download',
    label: 'Download',
    icon: Download,
    keys: ['Mod+E'],
    needs: [PHOTO, NOT_BUSY],
    run: ({ downloader }) => void downloader.download(),
  },
  {
    id: 'export',
    label: 'More download options',
    icon: FileDown,
    needs: [PHOTO, NOT_BUSY],
    run: opensDialog('export'),
  },
  {
    id: 'save-project',
    label: 'Save project',
    icon: Save,
    keys: ['Mod+S'],
    needs: [PHOTO, NOT_BUSY],
    run: ({ projects }) => void projects.saveFile(), // never rejects
  },
  {
    id: 'open-project',
    label: 'Open project',
    icon: FolderOpen,
    keys: ['Mod+O'],
    needs: [NOT_BUSY],
    run: (_, { chooseProject }) => chooseProject(),
  },
  {
    id: 'reuse-design',
    label: 'Reuse on another photo',
    icon: ImagePlus,
    needs: [PHOTO, NOT_BUSY],
    run: (_, { chooseTemplatePhoto }) => chooseTemplatePhoto(),
  },
  {
    id: 'recent-projects',
    label: 'Recent projects',
    icon: History,
    needs: [PHOTO, NOT_BUSY], // without a photo, the empty canvas lists the projects
    run: opensDialog('projects'),
  },
])

/** Returns the `run` of a command that opens a dialog. */
function opensDialog(dialog: Workspace['session']['ui']['dialog']) {
  return ({ session }: Workspace) => {
    session.ui.dialog = dialog
  }
}

/** Zoom factor per key press. */
const ZOOM_STEP = 1.25

const ZOOMS = [
  ['fit', 'Zoom to fit', Maximize, ['0'], (workspace: Workspace) => workspace.fit()],
  ['actual-size', 'Actual size', ScanLine, ['1'], ({ zoomTo }: Workspace) => zoomTo(1 / devicePixelRatio)],
  ['zoom-in', 'Zoom in', Plus, ['+', '='], (workspace: Workspace) => zoomBy(workspace, ZOOM_STEP)],
  ['zoom-out', 'Zoom out', Minus, ['-'], (workspace: Workspace) => zoomBy(workspace, 1 / ZOOM_STEP)],
] as const

const zoomBy = ({ viewport, zoomTo }: Workspace, factor: number) => zoomTo(viewport.get().zoom * factor)

/** Commands for zoom and for the layers panel. */
export const viewCommands = defineCommands('View', [
  ...ZOOMS.map(([id, label, icon, keys, run]) => ({
    id,
    label,
    icon,
    keys,
    run,
    needs: [PHOTO],
    keepsGesture: true as const,
  })),
  {
    id: 'layers',
    label: 'Layers',
    icon: Layers,
    keys: ['Shift+L'],
    needs: [PHOTO],
    keepsGesture: true,
    run({ session: { ui } }) {
      if (!ui.layers.isShown && matchMedia(NARROW).matches) ui.tab = null // a narrow screen shows one sheet at a time
      ui.layers.isOpen = !ui.layers.isShown
    },
  },
])

/** Commands that open and close panels, one per tab of the rail and per other tool. */
export const toolCommands = defineCommands('Tools', [
  // A tab also opens without a photo.
  ...TABS.map((tab) => ({
    ...opening(tab),
    name: () => t('{tab} tab', { tab: t(tab.label) }),
    needs: [hasTab(tab.id), NOT_BUSY],
  })),
  ...PANEL_TOOLS.map((tool) => ({ ...opening(tool), needs: [ALL_TABS, PHOTO, NOT_BUSY] })),
])

function opening({ id, label, icon, shortcut }: Omit<Tab, 'tour'>) {
  return {
    id: `tab.${id}`,
    label,
    icon,
    keys: [shortcut],
    run({ session }: Workspace) {
      const { ui } = session
      if (id === CROP_TAB) toggleCrop(session)
      else if (id !== SELECT_SUBJECT_TAB && id !== MASK_EDIT_TAB) ui.tab = ui.tab === id ? null : id
      else if (ui.tab === id) closeSubjectTool(ui)
      else openSubjectTool(ui, id, selectedObject(session)?.id)
    },
  } as const
}

const isNot = (isOn: () => boolean): Requirement => ({ reason: 'Already selected.', isMet: () => !isOn() })

const THEMES = [
  ['theme-dark', 'Switch to dark theme', Moon, 'dark'],
  ['theme-light', 'Switch to light theme', Sun, 'light'],
] as const

/** Commands that change the theme and the language. Each language is named in that language. */
export const settingsCommands = defineCommands('Settings', [
  ...THEMES.map(([id, label, icon, next]) => ({
    id,
    label,
    icon,
    needs: [isNot(() => theme() === next)],
    run: () => chooseTheme(next),
  })),
  ...Object.keys(LANGUAGES)
    .filter(isLanguage)
    .map((next) => ({
      id: `language.${next}` as const,
      label: LANGUAGES[next],
      name: () => t('Language: {language}', { language: LANGUAGES[next] }),
      icon: Languages,
      needs: [isNot(() => language() === next)],
      run: (_: Workspace, { chooseLanguage }: Press) => chooseLanguage(next),
    })),
])

/** Commands that show help. */
export const helpCommands = defineCommands('Help', [
  {
    id: 'commands',
    label: 'Search commands',
    icon: Search,
    keys: ['Mod+K'],
    keepsGesture: true,
    worksWhileTyping: true,
    run: opensDialog('commands'),
  },
  {
    id: 'shortcuts',
    label: 'Keyboard shortcuts',
    icon: Keyboard,
    keys: ['?'],
    keepsGesture: true,
    run: opensDialog('shortcuts'),
  },
  { id: 'tour', label: 'Tour', icon: Compass, run: (_, { startTour }) => startTour() },
])
