import { type ComponentType, createContext, use, useMemo } from 'react'
import { Boundary } from '#client/kit/ui/lazyPart.tsx'
import { SessionContext } from '#client/model/session/session.ts'
import { CommandsOn } from '../commands/CommandButton.tsx'
import { ALL_TABS } from '../commands/requirements.ts'
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

/**
 * Hook that returns the features' buttons of the top bar. On a page with a single tool, omits the buttons of other
 * tools. Empty outside the editor.
 */
export function useBarButtons(): readonly TopBarButton[] {
  const bar = use(FeaturesContext)?.bar ?? NO_BUTTONS
  const context = use(CommandsOn)
  return useMemo(() => {
    if (!context || ALL_TABS.isMet(context.workspace, context)) return bar
    return bar.filter(({ command }) => !context.commands.of(command).needs.includes(ALL_TABS))
  }, [bar, context])
}
