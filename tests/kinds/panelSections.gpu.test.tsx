/** Tests that each section of each layer panel shows and changes the document after its records were replaced. */
import type { ComponentType } from 'react'
import { beforeAll, expect, it } from 'vitest'
import { page } from 'vitest/browser'
import { loadFont } from '#client/kit/fonts/load.ts'
import type { Field, FlagField } from '#client/kit/values/fields.ts'
import type { LayerId } from '#client/kit/values/ids.ts'
import { duplicateLayer } from '#client/layers/actions.ts'
import { PicturePanel } from '#client/layers/cards/PicturePanel.tsx'
import { useLayer } from '#client/layers/cards/useLayer.ts'
import { pasteStyle, serializeLayers } from '#client/layers/clipboard.ts'
import ObjectPanel from '#client/layers/object/panel.tsx'
import { overlayFields } from '#client/layers/overlay/schema.ts'
import { PaintReducedContext } from '#client/layers/PaintReducedContext.ts'
import { type KindName, kindOf, kinds, newLayer } from '#client/layers/registry.ts'
import { stepLayer } from '#client/layers/restack.ts'
import ShapePanel from '#client/layers/shape/panel.tsx'
import { stickerFields } from '#client/layers/sticker/schema.ts'
import { applyStyle } from '#client/layers/style.ts'
import TextPanel from '#client/layers/text/panel.tsx'
import { type Session, SessionContext, snapshotOf } from '#client/model/session/session.ts'
import { render } from '../helpers/render.ts'
import { separatedSession } from '../helpers/session.ts'

type Panel = ComponentType<{ layer: LayerId }>
type Group = Readonly<Record<string, unknown>>

/** Returns the panel of stickers or image overlays, which takes the layer's record. */
const picturePanel = (fields: typeof stickerFields | typeof overlayFields): Panel =>
  function PanelOfPicture({ layer: id }) {
    const layer = useLayer(fields === stickerFields ? 'sticker' : 'overlay', id)
    return layer && <PicturePanel layer={layer} fields={fields} />
  }

const PANELS: Readonly<Record<string, Panel>> = {
  object: ObjectPanel,
  overlay: picturePanel(overlayFields),
  shape: ShapePanel,
  sticker: picturePanel(stickerFields),
  text: TextPanel,
}
const panelOf = (kind: string) => PANELS[kind]

/** Returns the groups of a kind that have a switch: the group's name and the field of its switch. */
const switchesOf = (kind: string): (readonly [string, FlagField])[] =>
  Object.entries(kindOf(kind).fields).flatMap(([name, field]: [string, Field]) => {
    const enabled = field.type === 'group' ? field.fields.enabled : undefined
    return enabled?.type === 'flag' ? [[name, enabled] as const] : []
  })

const SECTIONS = Object.keys(kinds).flatMap((kind) =>
  panelOf(kind) ? switchesOf(kind).map(([name, field]) => [kind, name, field] as const) : [],
)

beforeAll(async () => {
  await loadFont('Inter', 700)
})

function open(kind: KindName) {
  const session = separatedSession()
  let id = '' as LayerId
  session.history.restart(() => {
    id = newLayer(session.doc, kind)
  })
  const Panel = panelOf(kind) as Panel
  render(
    <SessionContext value={session}>
      <PaintReducedContext value={async () => null}>
        <Panel layer={id} />
      </PaintReducedContext>
    </SessionContext>,
  )
  return { session, id }
}

/** Returns a layer of the same kind with this section switched on and another color. */
const model = (kind: string, name: string) => ({
  ...newLayerOf(kind),
  [name]: { ...(newLayerOf(kind)[name] as Group), enabled: true },
})
function newLayerOf(kind: string): Group {
  const doc = { layers: {}, order: [] } as Parameters<typeof newLayer>[0]
  return doc.layers[newLayer(doc, kind as KindName)] as unknown as Group
}

/** Events that replace records of the layer. Each event leaves the section switched on or off. */
const EVENTS: Readonly<Record<string, (session: Session, id: LayerId, kind: string, name: string) => void>> = {
  'a style': ({ doc, history }, id, kind, name) =>
    history.transact('Style', () => applyStyle(doc.layers[id]!, model(kind, name))),
  'a pasted style': (session, id, _, name) => {
    const [copy] = duplicateLayer(session, id)
    session.history.transact('On', () => Object.assign((session.doc.layers[copy!] as never)[name], { enabled: true }))
    pasteStyle(session, serializeLayers(snapshotOf(session), [copy!])!, [id])
  },
  undo: ({ doc, history }, id, kind, name) => {
    history.transact('Style', () => applyStyle(doc.layers[id]!, model(kind, name)))
    history.undo()
  },
  redo: ({ doc, history }, id, kind, name) => {
    history.transact('Style', () => applyStyle(doc.layers[id]!, model(kind, name)))
    history.undo()
    history.redo()
  },
  'a move through the stack': (session, id) => stepLayer(session, id, 1),
  'a project that is opened': (session, id, _, name) => {
    const opened = structuredClone(snapshotOf(session)) as typeof session.doc
    Object.assign((opened.layers[id] as never)[name], { enabled: true })
    session.history.restart(() => Object.assign(session.doc, opened))
  },
}

// one panel handles all events of a section, because rendering a panel takes long
it.each(SECTIONS)(
  'in the %s panel, the switch of the section %s stays in sync with the document',
  async (kind, name, field) => {
    const { session, id } = open(kind as KindName)
    const isOn = () =>
      (snapshotOf(session).layers[id] as unknown as Record<string, { enabled: boolean }>)[name]!.enabled
    const toggle = page.getByRole('switch', { name: field.label, exact: true })
    await expect.element(toggle).toBeVisible()
    for (const [event, act] of Object.entries(EVENTS)) {
      session.history.transact('Off', () => Object.assign((session.doc.layers[id] as never)[name], { enabled: false }))
      await expect.element(toggle).toHaveAttribute('aria-checked', 'false')
      act(session, id, kind, name)
      const after = isOn()
      await expect.element(toggle, { message: event }).toHaveAttribute('aria-checked', String(after))
      // dispatches the click, because a real click takes longer
      toggle.element().dispatchEvent(new MouseEvent('click', { bubbles: true }))
      expect(isOn(), event).toBe(!after)
      await expect.element(toggle, { message: event }).toHaveAttribute('aria-checked', String(!after))
    }
  },
)
