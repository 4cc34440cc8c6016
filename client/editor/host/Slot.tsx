import { type ComponentType, createContext, use } from 'react'
import { Boundary } from '#client/kit/ui/lazyPart.tsx'
import { SessionContext } from '#client/model/session/session.ts'
import { showUnexpected } from '../flows/flow.ts'
import type { FeatureSet, Slots, TopBarButton } from './defineFeature.ts'

/** The features of the editor. Null outside the editor. */
export const FeaturesContext = createContext<FeatureSet | null>(null)

/**
 * Renders the components of all features for a place on the screen. A component that throws, or whose code can't be
 * loaded, disappears with a toast. The editor and its document remain.
 */
export function Slot<S extends keyof Slots>({ name, ...props }: { name: S } & Slots[S]) {
  const session = use(SessionContext)
  return use(FeaturesContext)?.features.map(({ id, slots = {} }) => {
    // safe cast: `S` determines the type of both the component and its props
    const Shown = slots[name] as ComponentType<object> | undefined
    return (
      Shown && (
        <Boundary key={id} onFail={(error) => session && showUnexpected(session, error)}>
          <Shown {...props} />
        </Boundary>
      )
    )
  })
}

const NO_BUTTONS: readonly TopBarButton[] = []

/** Hook that returns the features' buttons of the top bar. Empty outside the editor. */
export const useBarButtons = (): readonly TopBarButton[] => use(FeaturesContext)?.bar ?? NO_BUTTONS
