// Every component of client/kit/ui on one page: npx vite, then /tests/gallery/. Not part of the product.
import '#client/kit/ui/theme/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { DialogHost } from '#client/kit/ui/overlays/DialogHost.tsx'
import { createDialogs } from '#client/kit/ui/overlays/dialogs.ts'
import { ToastHost } from '#client/kit/ui/overlays/ToastHost.tsx'
import { TooltipProvider } from '#client/kit/ui/overlays/Tooltip.tsx'
import { createToasts } from '#client/kit/ui/overlays/toasts.ts'
import { Controls } from './Controls.tsx'
import styles from './gallery.module.css'
import { Notices } from './Notices.tsx'
import { Pieces } from './Pieces.tsx'

const dialogs = createDialogs()
const toasts = createToasts()
const root = document.getElementById('root')
if (!root) throw new Error('no #root in the page')
createRoot(root).render(
  <StrictMode>
    <TooltipProvider>
      <main className={styles.gallery}>
        <Controls />
        <Pieces />
        <Notices dialogs={dialogs} toasts={toasts} />
      </main>
      <DialogHost dialogs={dialogs} />
      <ToastHost toasts={toasts} />
    </TooltipProvider>
  </StrictMode>,
)
