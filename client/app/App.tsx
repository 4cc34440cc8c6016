import { lazy, Suspense } from 'react'
import { Route, Switch } from 'wouter'
import { Spinner } from '../ui/Spinner.tsx'

const Editor = lazy(() => import('../editor/Editor.tsx'))

export function App() {
  return (
    <Suspense fallback={<Spinner />}>
      <Switch>
        <Route path="/custom-editor">
          <Editor />
        </Route>
      </Switch>
    </Suspense>
  )
}
