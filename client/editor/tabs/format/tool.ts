import { Crop } from 'lucide-react'
import { FORMAT_TAB } from '../../../model/session/ui/format.ts'

/** The tool that edits the crop, for its button, key and panel. */
export const FORMAT_TOOL = {
  id: FORMAT_TAB,
  label: 'Format',
  aliases: ['Crop', 'Straighten', 'Rotate', 'Aspect ratio'],
  icon: Crop,
  /** The key that opens it. */
  shortcut: 'F',
} as const
