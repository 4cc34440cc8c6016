/** Whether and with what the server renders pictures for programs. */
import type { Environment, Reader } from './reader.ts'

export interface RenderConfig {
  readonly on: boolean
  /** Pictures at a time. */
  readonly jobs: number
  /** What the browser's process is given of the environment: none of our secrets. Names the program and where to look for it. */
  readonly env: Environment
}

const PASSED_ON =
  /^(PATH|HOME|LANG|LANGUAGE|LC_.*|XDG_.*|FONTCONFIG_.*|LD_LIBRARY_PATH|SystemRoot|APPDATA|LOCALAPPDATA)$/

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
