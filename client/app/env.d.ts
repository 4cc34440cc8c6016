/** Constants that the build replaces with values. */

/** True in builds made with TEST_HOOKS=1. */
declare const __TEST_HOOKS__: boolean
/** The precache manifest of the service worker. */
declare const __RELEASE__: import('./offline/release.ts').Release
