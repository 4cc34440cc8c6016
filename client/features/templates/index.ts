import { LayoutTemplate } from 'lucide-react'
import { defineFeature } from '#client/editor/host/defineFeature.ts'
import { GALLERY } from '#client/engine/template/gallery.ts'
import { TEMPLATES_PANEL } from '#client/model/session/ui/ui.ts'
import { TemplateLead, TemplatesBelow } from './EmptyCanvasTemplates.tsx'
import { TemplatePreview } from './TemplatePreview.tsx'
import { createApplier, createLibrary } from './templateFlows.ts'

/** The template gallery, and the user's own templates. Begin with `templateApplier.ts`. */
export const templates = defineFeature({
  id: 'templates',
  panels: [
    {
      id: TEMPLATES_PANEL,
      label: 'Templates',
      icon: LayoutTemplate,
      shortcut: 'Y',
      words: 'Template, Poster, Story, Thumbnail, YouTube, Gallery',
      labels: GALLERY.map(({ name }) => name),
      load: () => import('./TemplatesPanel.tsx'),
    },
  ],
  flows: [createLibrary, createApplier],
  slots: { canvas: TemplatePreview, emptyLead: TemplateLead, emptyFoot: TemplatesBelow },
  rail: [{ command: 'panel.templates', isOpen: ({ panel }) => panel === TEMPLATES_PANEL }],
})
