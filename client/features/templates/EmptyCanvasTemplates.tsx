import { lazy, Suspense, useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useSearch } from 'wouter'
import { TemplatesOutline } from '#client/editor/shell/EditorOutline.tsx'
import { GALLERY } from '#client/engine/template/gallery.ts'
import { useSession } from '#client/model/session/session.ts'
import { linkedTemplate } from '#server/contract/pages/guard.ts'
import { templateState } from './templateState.ts'

const loadTemplates = () => import('./TemplateStrip.tsx')

/** Renders nothing if its code can't be loaded. The Templates tab offers the same templates. */
const TemplateStrip = lazy(() =>
  loadTemplates().catch((error: unknown) => {
    console.warn('the templates could not be loaded', error)
    return { default: () => <></> }
  }),
)

/** Exported by the same module as the strip. After a link to a template, the module may still be loading. */
const ChosenTemplate = lazy(() => loadTemplates().then((strip) => ({ default: strip.ChosenTemplate })))

/** The templates below the empty canvas. */
export const TemplatesBelow = () => (
  <Suspense fallback={<TemplatesOutline />}>
    <TemplateStrip />
  </Suspense>
)

/**
 * Shows the template that is chosen for the next photo, if there is one. A link to the editor (`templatePath`) can
 * choose a built-in template.
 */
export function TemplateLead() {
  const state = templateState(useSession())
  const { pending } = useSnapshot(state)
  const id = linkedTemplate(useSearch())
  useEffect(() => {
    if (GALLERY.some((template) => template.id === id)) state.pending = id
  }, [state, id])
  return (
    pending && (
      <Suspense>
        <ChosenTemplate id={pending} />
      </Suspense>
    )
  )
}
