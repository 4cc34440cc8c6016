/** A screen for engines that paint WebGL only onto one, with a window manager that gives the window the focus. */
import { type Program, start } from './programs.ts'

export interface Display {
  env: Readonly<Record<string, string>>
  stop(): Promise<void>
}

export async function openDisplay(): Promise<Display> {
  // It picks a free number itself and writes it to its error output.
  const screen = start('Xvfb', ['-displayfd', '2', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp'])
  const env = {
    DISPLAY: `:${await screen.says(/^(\d+)$/)}`,
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
