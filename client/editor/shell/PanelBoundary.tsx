import { CloudOff } from 'lucide-react'
import type { ReactNode } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { Boundary } from '#client/kit/ui/lazyPart.tsx'

interface Props {
  /** Called before the children render again, to replace a lazy component whose import was rejected. */
  onRetry(): void
  children: ReactNode
}

/** Catches errors of a panel and of loading its code, and offers to try again. The rest of the editor continues. */
export function PanelBoundary({ onRetry, children }: Props) {
  const fallback = (retry: () => void) => (
    <div role="alert">
      <EmptyState icon={CloudOff} text={t('Failed to load this tool. Your work isn’t affected.')}>
        <Button
          onClick={() => {
            retry() // React batches both updates, so the children render with the changes of `onRetry`
            onRetry()
          }}
        >
          {t('Try again')}
        </Button>
      </EmptyState>
    </div>
  )
  return <Boundary fallback={fallback}>{children}</Boundary>
}
