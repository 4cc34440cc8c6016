import { createContext, use } from 'react'
import type { BarButton, FeatureSet, SlotName } from './defineFeature.ts'

/** The features of the open editor; null outside the editor. */
export const FeaturesContext = createContext<FeatureSet | null>(null)

/** Shows the components of all features for a place of the screen. */
export const Slot = ({ name }: { name: SlotName }) =>
  use(FeaturesContext)?.features.map(({ id, slots: { [name]: Shown } = {} }) => Shown && <Shown key={id} />)

const NO_BUTTONS: readonly BarButton[] = []

/** Returns the features' buttons of the top bar. */
export const useBarButtons = (): readonly BarButton[] => use(FeaturesContext)?.bar ?? NO_BUTTONS
