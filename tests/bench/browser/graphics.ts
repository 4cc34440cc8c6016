/** Returns Chromium's arguments for the graphics `gl`, the value of `--gl`. */
export const graphicsArguments = (gl: string): string[] =>
  ANGLE[gl] ?? ['--use-gl=angle', `--use-angle=${gl}`, '--ignore-gpu-blocklist']

const ANGLE: Record<string, string[]> = {
  swiftshader: ['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
  egl: ['--use-gl=angle', '--use-angle=gl-egl', '--ignore-gpu-blocklist'],
}
