import { Download, FileDown, FolderOpen, History, ImagePlus, Images, Save, Upload } from 'lucide-react'
import { defineCommands } from '../command.ts'
import { ALL_TABS, NOT_BUSY, PHOTO } from '../requirements.ts'

/** Commands for opening, saving and exporting. */
export const projectCommands = defineCommands([
  {
    id: 'upload',
    label: 'Upload',
    aliases: ['Open photo'],
    icon: Upload,
    keys: [],
    group: 'Project',
    run: ({ choosePhoto }) => choosePhoto(),
  },
  {
    id: 'open-photos',
    label: 'Batch edit',
    aliases: ['Batch', 'Folder', 'Queue'],
    icon: Images,
    keys: [],
    group: 'Project',
    needs: [ALL_TABS, NOT_BUSY],
    run({ workspace: { session } }) {
      session.ui.dialog = 'batch'
    },
  },
  {
    id: 'download',
    label: 'Download',
    aliases: ['Save picture'],
    icon: Download,
    keys: ['Mod+E'],
    group: 'Project',
    needs: [PHOTO, NOT_BUSY],
    run: ({ workspace }) => void workspace.downloader.download(),
  },
  {
    id: 'export',
    label: 'More download options',
    aliases: ['Export', 'JPEG', 'WebP', 'PNG', 'Share'],
    icon: FileDown,
    keys: [],
    group: 'Project',
    needs: [PHOTO, NOT_BUSY],
    run({ workspace: { session } }) {
      session.ui.dialog = 'export'
    },
  },
  {
    id: 'save-project',
    label: 'Save project',
    icon: Save,
    keys: ['Mod+S'],
    group: 'Project',
    needs: [PHOTO, NOT_BUSY],
    run: ({ workspace }) => void workspace.projects.saveFile(), // never rejects
  },
  {
    id: 'open-project',
    label: 'Open project',
    icon: FolderOpen,
    keys: ['Mod+O'],
    group: 'Project',
    needs: [NOT_BUSY],
    run: ({ chooseProject }) => chooseProject(),
  },
  {
    id: 'reuse-design',
    label: 'Reuse on another photo',
    aliases: ['Design', 'Template'],
    icon: ImagePlus,
    keys: [],
    group: 'Project',
    needs: [PHOTO, NOT_BUSY],
    run: ({ chooseTemplatePhoto }) => chooseTemplatePhoto(),
  },
  {
    id: 'recent-projects',
    label: 'Recent projects',
    icon: History,
    keys: [],
    group: 'Project',
    needs: [PHOTO, NOT_BUSY], // without a photo the empty canvas lists them
    run({ workspace: { session } }) {
      session.ui.dialog = 'projects'
    },
  },
])
