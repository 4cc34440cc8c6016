import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { useAccount } from '../account/AccountContext.tsx'
import { Button } from '../ui/Button.tsx'
import { MessageActions, MessagePage, MessageText } from './MessagePage.tsx'

/** Confirms on a press: programs that open links to look at them would spend the link. */
export function ConfirmEmail({ token, onLeave }: { token: string; onLeave(): void }) {
  const account = useAccount()
  const { user } = useSnapshot(account.state)
  const [state, setState] = useState<'asking' | 'busy' | 'done' | { error: string }>('asking')

  const confirm = async () => {
    setState('busy')
    const verified = await account.api.verifyEmail(token)
    setState(verified.ok ? 'done' : { error: verified.error.message })
    if (verified.ok) await account.refresh()
  }
  const signIn = () => {
    onLeave()
    account.openSignIn()
  }
  if (state === 'done')
    return (
      <MessagePage title="Your address is confirmed">
        <MessageText>Thank you. {user ? 'You can go on where you were.' : 'You can sign in now.'}</MessageText>
        <MessageActions>
          {!user && (
            <Button look="primary" size="large" onClick={signIn}>
              Sign in
            </Button>
          )}
          <Button look={user ? 'primary' : 'outline'} size="large" onClick={onLeave}>
            Go to the start
          </Button>
        </MessageActions>
      </MessagePage>
    )
  if (typeof state === 'object')
    return (
      <MessagePage title="This did not work">
        <MessageText>{state.error}</MessageText>
        <MessageActions>
          <Button look="primary" size="large" onClick={onLeave}>
            Go to the start
          </Button>
        </MessageActions>
      </MessagePage>
    )
  return (
    <MessagePage title="Confirm your email address">
      <MessageText>One press, and the address of your account counts as yours.</MessageText>
      <MessageActions>
        <Button look="primary" size="large" isBusy={state === 'busy'} onClick={() => void confirm()}>
          Confirm email address
        </Button>
      </MessageActions>
    </MessagePage>
  )
}
