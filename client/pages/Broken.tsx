import { Button, LinkButton } from '../ui/Button.tsx'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

/** The page after a bug. Its links load anew, for what is in memory can no longer be trusted. */
export function Broken() {
  return (
    <main className="page" role="alert">
      <MessagePage title="Something went wrong">
        <MessageText>This page stopped working. Pictures that you downloaded are safe.</MessageText>
        <MessageActions>
          <Button look="primary" size="large" onClick={() => location.reload()}>
            Load the page again
          </Button>
          <LinkButton look="outline" size="large" href="/">
            Go to the start
          </LinkButton>
        </MessageActions>
      </MessagePage>
    </main>
  )
}
