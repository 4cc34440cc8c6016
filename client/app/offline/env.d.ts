/** The precache manifest; the build of the service worker replaces this name with it. */
declare const __RELEASE__: import('./release.ts').Release
