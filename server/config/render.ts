/** Whether and with what the server renders pictures for programs. */
import type { Environment, Reader } from './reader.ts'

/** The settings of rendering for API tokens. */
export interface RenderConfig {
  readonly on: boolean
  /** Number of pictures that are rendered at the same time, 1..16. */
  readonly jobs: number
  /** The environment of the browser's process, without our secrets. CHROMIUM_PATH and PATH say where the program is. */
  readonly env: Environment
}

const PASSED_ON =
  /^(PATH|HOME|LANG|LANGUAGE|LC_.*|XDG_.*|FONTCONFIG_.*|LD_LIBRARY_PATH|SystemRoot|APPDATA|LOCALAPPDATA)$/

/** Reads the variables of rendering; reports mistakes to `reader`. `env`: the whole environment. */
export function readRender(reader: Reader, env: Environment): RenderConfig {
  const wish = reader.choice('RENDER', ['off', 'on', 'true'])
  // a hosting company sets RENDER=true for every program, so that must not send anybody's photos here
  if (wish === 'true') reader.warning('RENDER=true counts as off. To render for API tokens, set RENDER=on.')
  return {
    on: wish === 'on',
    jobs: reader.integer('RENDER_JOBS', 1, 16),
    env: {
      ...Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name))),
      CHROMIUM_PATH: reader.text('CHROMIUM_PATH'),
    },
  }
}
