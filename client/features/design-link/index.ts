import { Link } from 'lucide-react'
import { defineCommands } from '#client/editor/commands/command.ts'
import { NOT_BUSY, PHOTO } from '#client/editor/commands/requirements.ts'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { OpenDesign } from './OpenDesign.tsx'

/** Copies links to the open design, without its photo, and opens such links. Begin with `designLinks.ts`. */
export const designLink = defineFeature({
  id: 'design-link',
  commands: defineCommands('Project', [
    [
      'copy-design-link',
      'Copy design link',
      Link,
      [],
      [PHOTO, NOT_BUSY],
      ({ session }) => void import('./designLinks.ts').then(({ copyDesign }) => copyDesign(session)),
      { words: 'Share, Template', isOffered: true },
    ],
  ]),
  slots: { page: OpenDesign },
})
