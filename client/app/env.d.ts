/** True in builds made with TEST_HOOKS=1. */
declare const __TEST_HOOKS__: boolean
