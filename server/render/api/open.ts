/** The rendering service as configured. */
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { Config } from '../../config/config.ts'
import type { StaticFiles } from '../../static/files.ts'
import { startEngine } from './engine.ts'
import { openRenderService, type RenderService } from './service.ts'
import { openWorkplace } from './workplace.ts'

/** What opening the rendering service needs. */
export interface RendererNeeds {
  readonly config: Pick<Config, 'render' | 'dataDir'>
  readonly files: StaticFiles
  readonly log: Logger
}

/**
 * Opens the rendering service as it is configured, and starts no browser yet. Returns null where rendering is off. In both
 * cases it removes the files that a killed process has left.
 */
export function openRenderer({ config, files, log }: RendererNeeds): RenderService | null {
  const { platform } = process
  const workplace = openWorkplace(join(config.dataDir, 'rendering'), platform)
  if (!config.render.on) return null
  const { jobs, env } = config.render
  const isRoot = process.getuid?.() === 0
  if (isRoot) log.warn('pictures are rendered without the sandbox of the browser, because the server runs as root')
  const start = () => startEngine({ files, env, platform, isRoot, workplace })
  return openRenderService({ workplace, log, jobs, env, platform, start })
}
