import { CloudOff } from 'lucide-react'
import { type ComponentType, type ReactNode, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { lazyPart } from '#client/kit/ui/lazyPart.tsx'

interface Props<P extends object> {
  /** Imports the component's code. Must be the same function in each render. */
  load(): Promise<{ default: ComponentType<P> }>
  props: P
  fallback: ReactNode
}

/** The lazy components by their `load` function, so that a loaded component renders without a fallback. */
const parts = new WeakMap<object, unknown>()

/**
 * A component whose code is loaded at its first render. If loading or rendering fails, a button offers to try again,
 * and the rest of the editor remains usable.
 */
export function LazyPanel<P extends object>({ load, props, fallback }: Props<P>) {
  const [hasFailed, setFailed] = useState(false)
  if (!parts.has(load)) parts.set(load, lazyPart(load))
  const Part = parts.get(load) as ReturnType<typeof lazyPart<P>>
  if (!hasFailed) return <Part {...props} fallback={fallback} onFail={() => setFailed(true)} />
  return (
    <div role="alert">
      <EmptyState icon={CloudOff} text={t('Failed to load this tool. Your work isn’t affected.')}>
        <Button onClick={() => setFailed(false)}>{t('Try again')}</Button>
      </EmptyState>
    </div>
  )
}
