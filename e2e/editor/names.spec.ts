/**
 * Tests that the accessible names that scripts, tests and screen readers use are unique on their screen. `getByRole`
 * also matches a part of a name, so no other name may contain a listed name.
 */
import type { Locator, Page } from '@playwright/test'
import { dragOnCanvas, hash, listen, openTab } from '../support/gestures.ts'
import { expect, openEditor, sample, test, uploadAndSeparate } from '../support/test.ts'

type Named = readonly [role: string, name: string]

const every = (role: string, ...names: string[]): Named[] => names.map((name) => [role, name] as const)

const TOOLS = [
  'Text',
  'Emojis',
  'Remove BG',
  'Change BG',
  'Tune',
  'Clone',
  'Cutout',
  'Image Overlay',
  'Shapes',
  'Draw',
] as const

const SHAPES =
  'Square, Circle, Triangle, Reverse triangle, Star, Heart, Rectangle, Line, Diamond, Pentagon, Hexagon, Cross, Arrow, Curved line'

const EDITOR: readonly Named[] = [
  ...every(
    'button',
    'Upload',
    'Download',
    'More download options',
    'Tour',
    'Undo',
    'Redo',
    'Save project',
    'Open project',
  ),
  ...every('tab', ...TOOLS),
  ['application', 'Canvas'],
]

/** The controls of each tool's panel. Each panel has the name of its tab. */
const PANELS: Record<(typeof TOOLS)[number], readonly Named[]> = {
  Text: every('button', 'Add Text', 'Add 3D Text'),
  Emojis: every('button', 'Add Emoji', 'Add Sticker'),
  'Remove BG': every('button', 'Remove BG', 'Reset Background'),
  'Change BG': [...every('radio', 'Colour', 'Image'), ...every('button', 'Reset Background')],
  Tune: [],
  Clone: every('button', 'Clone subject'),
  Cutout: every('button', 'Select subject', 'Edit mask'),
  'Image Overlay': every('button', 'Add Image (2 left)'),
  Shapes: every('button', 'Add Shape'),
  Draw: [['switch', 'Drawing mode']],
}

const SUBJECT = every('slider', 'Subject size', 'Subject horizontal', 'Subject vertical')

const STROKES = every('button', 'Undo', 'Clear All')

const LISTED: readonly Named[] = [
  ...EDITOR,
  ...Object.values(PANELS).flat(),
  ...SUBJECT,
  ...STROKES,
  ...every('button', 'Login', 'Select an image', 'Sign in', 'Create account', 'Restore last session'),
  ...every('button', 'Upload background', 'Remove background', 'Move to Editor', 'Delete', 'Next', 'Back', 'Skip'),
  ...every('textbox', 'Email', 'Password', 'Text content'),
  ...every('radio', ...SHAPES.split(', '), 'Erase', 'Restore'),
]

/** Returns the accessibility tree: every role with its name. */
async function shown(within: Locator): Promise<Named[]> {
  const lines = (await within.ariaSnapshot()).matchAll(/^\s*- '?(\w+) "((?:[^"\\]|\\.)*)"/gm)
  return [...lines].map(([, role = '', name = '']) => [role, name] as const)
}

/** Returns the wanted names that don't occur exactly once or are part of another name. */
function unclear(wanted: readonly Named[], there: readonly Named[]): string[] {
  const isListed = ([role, name]: Named) => LISTED.some((one) => one[0] === role && one[1] === name)
  return wanted.flatMap(([role, name]) => {
    const found = there.filter((one) => one[0] === role && one[1].toLowerCase().includes(name.toLowerCase()))
    const own = found.filter((one) => one[1] === name).length
    const others = found.filter((one) => one[1] !== name && !isListed(one))
    return own === 1 && others.length === 0 ? [] : [`${role} “${name}”: ${own}, and ${JSON.stringify(others)}`]
  })
}

const check = async (within: Locator, wanted: readonly Named[], where: string) =>
  expect.poll(async () => unclear(wanted, await shown(within)), where).toEqual([])

const panel = (page: Page, name: string) => page.getByRole('tabpanel', { name, exact: true })

test('each accessible name in the specification belongs to exactly one control', async ({ page }) => {
  await page.goto('/')
  await check(page.locator('body'), every('button', 'Login'), 'home')
  await page.getByRole('button', { name: 'Login' }).click()
  await check(
    page.getByRole('dialog'),
    [...every('textbox', 'Email', 'Password'), ...every('button', 'Sign in', 'Create account')],
    'sign-in',
  )

  await openEditor(page)
  const body = page.locator('body')
  await check(body, [...EDITOR, ['button', 'Select an image']], 'the empty editor')
  const said = await listen(page)
  await uploadAndSeparate(page, sample('chelsea.png'))
  await expect(page.getByRole('button', { name: 'Download', exact: true })).toBeEnabled()
  await said("All set! Let's create something beautiful!")
  for (const tool of TOOLS) {
    await openTab(page, tool)
    await check(panel(page, tool), PANELS[tool], `the panel of ${tool}`)
    await check(body, EDITOR, `the editor beside ${tool}`)
  }
  await page.getByRole('switch', { name: 'Drawing mode' }).click()
  await dragOnCanvas(page, { x: 60, y: 40 }, { x: 300, y: 200 })
  await check(panel(page, 'Draw'), STROKES, 'a stroke')
  await check(body, [['region', 'Layers']], 'the layers')
  await openTab(page, 'Shapes')
  await page.getByRole('button', { name: 'Add Shape' }).click()
  await check(panel(page, 'Shapes'), every('radio', ...SHAPES.split(', ')), 'a shape')
  await openTab(page, 'Text')
  await page.getByRole('button', { name: 'Add Text' }).click()
  await check(body, [['textbox', 'Text content']], 'a text')
  await check(panel(page, 'Text'), PANELS.Text, 'the panel with a text')
  await check(body, EDITOR, 'the editor beside a text')
  await openTab(page, 'Change BG')
  await panel(page, 'Change BG').getByRole('button', { name: 'Red' }).click()
  await check(panel(page, 'Change BG'), SUBJECT, 'a subject before another background')
  await panel(page, 'Change BG').getByRole('radio', { name: 'Image' }).click()
  await check(panel(page, 'Change BG'), every('button', 'Upload background'), 'a background image')

  await expect(page.locator('[data-kept]')).toBeVisible()
  const state = await hash(page)
  await page.reload()
  await check(body, [['button', 'Restore last session'], ...EDITOR], 'the saved project')
  await page.getByRole('button', { name: 'Restore last session' }).click()
  await expect.poll(() => hash(page)).toBe(state)
})
