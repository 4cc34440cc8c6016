/** Shows the Text tab with one text layer on a 1000 × 500 px photo before each test of a file. */

import { beforeAll, beforeEach } from 'vitest'
import { page } from 'vitest/browser'
import { loadFont } from '#client/kit/fonts/load.ts'
import type { AssetId, LayerId } from '#client/kit/values/ids.ts'
import { addLayer } from '#client/layers/actions.ts'
import type { ReducedPixels } from '#client/layers/colors/reducedPixels.ts'
import { PaintReducedContext } from '#client/layers/PaintReducedContext.ts'
import type { TextLayer } from '#client/layers/text/schema.ts'
import TextTab from '#client/layers/text/tab.tsx'
import { createSession, type Session, SessionContext, snapshotOf } from '#client/model/session/session.ts'
import { pointer, slideTo } from './drag.ts'
import { render } from './render.ts'
import { SILENT } from './session.ts'

export class MountedTextTab {
  session!: Session
  /** Id of the text layer. */
  id!: LayerId
  /** The painted image without text, or null if it can't be painted. */
  behind: ReducedPixels | null = null

  readonly text = () => snapshotOf(this.session).layers[this.id] as unknown as TextLayer
  readonly slider = (name: string) => page.getByRole('slider', { name, exact: true })

  mount() {
    localStorage.setItem('midground-open-sections', '["text-styles","text-more","text-swatches"]')
    // The clock doesn't advance, because key presses on a control must merge into one undo step even on a slow machine.
    const session = createSession(SILENT, { isStrict: true, now: () => 0 })
    this.session = session
    session.history.restart(() => {
      session.doc.photo = { asset: 'p' as AssetId, name: 'p.jpg', hasAlpha: false, width: 1000, height: 500 }
      session.doc.separation = { matte: 'm' as AssetId, model: 'test', box: { x: 0, y: 0, width: 1000, height: 500 } }
    })
    addLayer(session, 'background')
    this.id = addLayer(session, 'text', { text: 'HELLO' })!
    session.history.restart(() => {})
    render(
      <div style={{ width: 324, height: 700, overflow: 'auto' }}>
        <SessionContext value={session}>
          <PaintReducedContext value={async () => this.behind}>
            <TextTab />
          </PaintReducedContext>
        </SessionContext>
      </div>,
    )
  }

  /** Presses a slider, moves it through `values`, then releases it or presses Escape. */
  async drag(name: string, values: readonly number[], end: 'release' | 'escape' = 'release') {
    const input = (await this.slider(name).findElement()) as HTMLInputElement
    pointer('pointerdown', input)
    for (const value of values) slideTo(input, value)
    if (end === 'escape') window.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }))
    pointer('pointerup', window)
  }
}

/**
 * Loads the font, and shows the Text tab anew before each test. Call this function once, at the top level of the test
 * file.
 */
export function mountTextTab(): MountedTextTab {
  const tab = new MountedTextTab()
  beforeAll(async () => {
    await loadFont('Inter', 700)
  })
  beforeEach(() => tab.mount())
  return tab
}
