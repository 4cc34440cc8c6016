import { CloudOff } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { lazyPart } from '#client/kit/ui/lazyPart.tsx'
import { memoOn } from '#client/kit/values/identity.ts'

interface Props<P extends object> {
  /** Imports the component's code. Must be the same function in each render. */
  load(): Promise<{ default: ComponentType<P> }>
  props: P
  fallback: ReactNode
}

/** Returns the lazy component for a `load` function. Once loaded, it renders without a fallback. */
const partOf = memoOn(lazyPart)

/**
 * A component whose code loads when it is first rendered. If loading or rendering fails, a retry button appears, and
 * the rest of the editor still works.
 */
export function LazyPanel<P extends object>({ load, props, fallback }: Props<P>) {
  const [hasFailed, setFailed] = useState(false)
  const Part = partOf(load)
  if (!hasFailed) return <Part {...props} fallback={fallback} onFail={() => setFailed(true)} />
  return (
    <div role="alert">
      <EmptyState icon={CloudOff} text={t('Failed to load this tool. Your work isn’t affected.')}>
        <Button onClick={() => setFailed(false)}>{t('Try again')}</Button>
      </EmptyState>
    </div>
  )
}
