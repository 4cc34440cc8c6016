import { CloudOff } from 'lucide-react'
import { type ComponentType, type LazyExoticComponent, lazy, type ReactNode, Suspense, useState } from 'react'
import { t } from '#client/kit/i18n/translate.ts'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { Boundary } from '#client/kit/ui/lazyPart.tsx'

interface Props<P extends object> {
  /** Imports the component's code. Must be the same function in each render. */
  load(): Promise<{ default: ComponentType<P> }>
  props: P
  /** Shown until the code is loaded. */
  fallback: ReactNode
}

/** The loaded components by their `load`, so that a loaded component is shown again without a fallback. */
const loaded = new WeakMap<object, unknown>()

/**
 * A component whose code is loaded when it is first rendered. Catches its errors and errors of loading, and offers to
 * try again. The rest of the editor continues.
 */
export function LazyPanel<P extends object>({ load, props, fallback }: Props<P>) {
  const [attempt, setAttempt] = useState(0)
  const Part = (loaded.get(load) as LazyExoticComponent<ComponentType<P>> | undefined) ?? remember(load)
  const retry = () => {
    remember(load)
    setAttempt(attempt + 1)
  }
  const fallbackOfFailure = () => (
    <div role="alert">
      <EmptyState icon={CloudOff} text={t('Failed to load this tool. Your work isn’t affected.')}>
        <Button onClick={retry}>{t('Try again')}</Button>
      </EmptyState>
    </div>
  )
  return (
    <Boundary key={attempt} fallback={fallbackOfFailure}>
      <Suspense fallback={fallback}>
        <Part {...props} />
      </Suspense>
    </Boundary>
  )
}

/** Creates a new lazy component, because React.lazy keeps a rejected import. */
function remember<P extends object>(load: Props<P>['load']): LazyExoticComponent<ComponentType<P>> {
  const part = lazy(load)
  loaded.set(load, part)
  return part
}
