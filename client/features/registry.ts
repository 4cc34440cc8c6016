import { createFeatureSet } from '#client/editor/host/defineFeature.ts'
import { background } from './background/index.ts'
import { batch } from './batch/index.ts'
import { crop } from './crop/index.ts'
import { designLink } from './design-link/index.ts'
import { draw } from './draw/index.ts'
import { exportDialog } from './export/index.ts'
import { layersPanel } from './layers-panel/index.ts'
import { lens } from './lens/index.ts'
import { motion } from './motion/index.ts'
import { overlays } from './overlays/index.ts'
import { palette } from './palette/index.ts'
import { projects } from './projects/index.ts'
import { stickers } from './stickers/index.ts'
import { subject } from './subject/index.ts'
import { templates } from './templates/index.ts'
import { tour } from './tour/index.ts'
import { tune } from './tune/index.ts'
import { typing } from './typing/index.ts'
import { weave } from './weave/index.ts'

/** All features of the editor, in the order of their panels and commands. */
export const features = createFeatureSet([
  background,
  templates,
  subject,
  overlays,
  stickers,
  draw,
  tune,
  batch,
  crop,
  motion,
  lens,
  weave,
  exportDialog,
  designLink,
  projects,
  layersPanel,
  typing,
  palette,
  tour,
])
