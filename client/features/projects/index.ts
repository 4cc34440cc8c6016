import { History } from 'lucide-react'
import { defineCommands, opensDialog } from '#client/editor/commands/command.ts'
import { NOT_BUSY, PHOTO } from '#client/editor/commands/requirements.ts'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { ProjectsDialog, RecentProjects } from './RecentProjects.tsx'

/** The lists of recent projects. Saving and opening are part of the editor. Begin with `RecentProjects.tsx`. */
export const projects = defineFeature({
  id: 'projects',
  // only needed while a photo is open, because the empty canvas lists the projects
  commands: defineCommands('Project', [
    [
      'recent-projects',
      'Recent projects',
      History,
      [],
      [PHOTO, NOT_BUSY],
      opensDialog('projects'),
      { words: 'History, Restore, Continue' },
    ],
  ]),
  slots: { emptyList: RecentProjects, page: ProjectsDialog },
  menu: ['recent-projects'],
})
