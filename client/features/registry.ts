import { createFeatureSet } from '#client/editor/host/defineFeature.ts'
import { crop } from './crop/index.ts'
import { exportDialog } from './export/index.ts'
import { tour } from './tour/index.ts'

/** All features of the editor, in the order of their panels and commands. */
export const features = createFeatureSet([crop, exportDialog, tour])
