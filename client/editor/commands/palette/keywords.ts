/** Further words by which the palette finds commands. */

import { GALLERY } from '#client/engine/template/gallery.ts'
import type { Fields } from '#client/kit/base/fields.ts'
import { kinds } from '#client/layers/registry.ts'
import {
  colorBackdropFields,
  floorFields,
  gradientFields,
  imageBackdropFields,
} from '#client/model/document/backdrop.ts'
import { maskEditFields } from '#client/model/document/maskEdits.ts'
import type { Panels } from '../../host/panels.ts'
import type { Command } from '../command.ts'

/**
 * Words that users search for, by command, separated by commas. In English; translated when searched. Each translation
 * lists the words that its speakers search for, so the number of words may differ between languages.
 */
export const KEYWORDS: Readonly<Record<string, string>> = {
  upload: 'Open photo, Import, New photo',
  download: 'Save image, Export',
  export: 'Export, Resize, Share, Copy image, JPEG, WebP, PNG, PDF, PSD',
  'save-project': 'Save file, Backup',
  'open-project': 'Import project',
  'reuse-template': 'Template, Design, Another photo',
  'recent-projects': 'History, Restore, Continue',
  'add-text': 'Title, Caption, Words, Font',
  'add-shape': 'Rectangle, Circle, Arrow, Line, Star',
  'add-clone': 'Copy person, Duplicate subject',
  'lift-object': 'Extract object, Separate object',
  'find-people': 'Lift people, Separate people',
  'best-place': 'Fit text, Readable, Auto place, Position',
  'erase-object': 'Remove person, Remove object, Delete object, Magic eraser',
  'actual-size': 'Zoom to 100 %',
  shortcuts: 'Keys, Help',
  'theme-dark': 'Night mode, Appearance',
  'theme-light': 'Day mode, Appearance',
  'tab.text': 'Font, Typeface, 3D text',
  'tab.emojis': 'Sticker, Smiley',
  'tab.remove-background': 'Remove background, Transparent, Cut out',
  'tab.change-background': 'Background, Background color, Background image',
  'tab.tune-image': 'Adjust, Enhance, Filter, Brightness, Looks',
  'tab.clone-image': 'Copy subject',
  'tab.outline': 'Sticker, Border, Shadow',
  'tab.images': 'Add image, Logo',
  'tab.shapes': 'Rectangle, Circle, Arrow, Line, Star',
  'tab.draw': 'Pencil, Brush, Pen',
  'tab.templates': 'Template, Poster, Story, Thumbnail, YouTube, Gallery',
  'tab.select-subject': 'Selection, Person, Detect',
  'tab.edit-mask': 'Brush, Refine edge, Hair',
  'tab.objects': 'Lift, Erase, People',
}

/** The settings of panels that have no layer kind or show settings of several kinds. */
const SETTINGS: Readonly<Record<string, readonly Fields[]>> = {
  'tab.change-background': [colorBackdropFields, gradientFields, floorFields, imageBackdropFields],
  'tab.edit-mask': [maskEditFields],
}

/** Returns the words by which users search for a command, separated by commas. In English. */
export const wordsOf = ({ id, words = KEYWORDS[id] }: Command): string | undefined => words

/**
 * Returns the labels of the settings or templates in the panel that a command opens, in English.
 */
export function settingsOf({ id, settings = SETTINGS[id] ?? [] }: Command, { all }: Panels): readonly string[] {
  if (id === 'tab.templates') return GALLERY.map(({ name }) => name)
  const kind = all.find((panel) => `tab.${panel.id}` === id)?.kind
  const tables = [...settings, ...(kind && kind in kinds ? [kinds[kind as keyof typeof kinds].fields] : [])]
  return [...new Set(tables.flatMap(labelsOf))]
}

const labelsOf = (fields: Fields): string[] =>
  Object.values(fields).flatMap((field) => [field.label, ...(field.type === 'group' ? labelsOf(field.fields) : [])])
