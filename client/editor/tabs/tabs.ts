import { LayoutTemplate, SlidersHorizontal } from 'lucide-react'
import { GALLERY } from '#client/engine/template/gallery.ts'
import { TEMPLATES_TAB } from '#client/model/session/ui/ui.ts'
import { tuneFields } from '#shaders/tune/enhancements.ts'
import type { Tab, ToolPanel } from '../host/panels.ts'

/** The panels that belong to no layer kind and to no feature. */
export const HOST_PANELS: readonly (Tab | ToolPanel)[] = [
  {
    id: 'tune-image',
    label: 'Tune',
    icon: SlidersHorizontal,
    shortcut: 'A',
    prompt: 'Please upload an image first',
    tour: {
      title: 'Tune',
      text: 'Adjust brightness, contrast, sharpness and more, for the subject, the background or both.',
    },
    words: 'Adjust, Enhance, Filter, Brightness, Looks',
    settings: [tuneFields],
    view: { fadesSelection: true },
    load: () => import('#client/layers/tune/panel.tsx'),
  },
  {
    id: TEMPLATES_TAB,
    label: 'Templates',
    icon: LayoutTemplate,
    shortcut: 'Y',
    words: 'Template, Poster, Story, Thumbnail, YouTube, Gallery',
    labels: GALLERY.map(({ name }) => name),
    load: () => import('./templates/TemplatesPanel.tsx'),
  },
]
