/** A virtual X display, for engines that render WebGL only to a display, with a window manager that focuses the window. */
import { type Program, start } from './programs.ts'

/** A virtual screen. `env` makes programs use it; `stop` ends the X server and the window manager. */
export interface Display {
  env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

/** Starts an X server without a screen (Xvfb) and a window manager (openbox) on it. */
export async function openDisplay(): Promise<Display> {
  // Xvfb picks a free display number and writes it to stderr.
  const screen = start('Xvfb', ['-displayfd', '2', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'])
  const env = {
    DISPLAY: `:${await screen.waitForLine(/^(\d+)$/)}`,
    LIBGL_ALWAYS_SOFTWARE: '1', // as in Chromium's tests: no graphics card changes what a test sees
    GDK_BACKEND: 'x11',
  }
  const manager: Program = start('openbox', [], env)
  return {
    env,
    async stop() {
      await manager.stop()
      await screen.stop()
    },
  }
}
