/** Runs before anything is painted: it stands in the page's head, built into it by scripts/pages, and imports no framework. */
import { keptTheme } from '../ui/keptTheme.ts'

const theme = keptTheme()
if (theme) document.documentElement.dataset.theme = theme
