import { useState } from 'react'
import { Button } from '#client/kit/ui/controls/Button.tsx'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import { StatusPill } from '#client/kit/ui/feedback/StatusPill.tsx'
import { Dialog } from '#client/kit/ui/overlays/Dialog.tsx'
import type { Dialogs } from '#client/kit/ui/overlays/dialogs.ts'
import type { Toasts } from '#client/kit/ui/overlays/toasts.ts'
import { Panel, Row } from './Panel.tsx'

export function Notices({ dialogs, toasts }: { dialogs: Dialogs; toasts: Toasts }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Panel title="Notices">
        <Row>
          <Button
            onClick={() => void dialogs.alert('Please upload a valid image file (JPG, PNG, WEBP, HEIC, or HEIF)')}
          >
            Alert
          </Button>
          <Button
            onClick={() =>
              void dialogs.confirm({
                title: 'Convert Image Format',
                text: 'This photo is in the HEIC format. To edit it here it is converted to JPEG, on this device.',
                confirm: 'Convert',
              })
            }
          >
            Confirm
          </Button>
          <Button onClick={() => setOpen(true)}>Dialog</Button>
        </Row>
        <Row>
          <Button onClick={() => toasts.show({ title: 'Background reset', action: { label: 'Undo', run() {} } })}>
            Toast
          </Button>
          <Button
            onClick={() =>
              toasts.show({
                title: 'Failed to upload background',
                description: 'Please try again with a different image.',
                isDestructive: true,
              })
            }
          >
            Destructive
          </Button>
        </Row>
      </Panel>
      <div style={{ display: 'grid', gap: 12 }}>
        <StatusPill
          status={{
            tone: 'busy',
            message: 'Analyzing your image, please wait...',
            detail: '12 of 34 MB',
            fraction: 0.35,
          }}
        />
        <StatusPill status={{ tone: 'done', message: "All set! Let's create something beautiful!" }} />
        <StatusPill
          status={{ tone: 'failed', message: 'Failed to analyze image. Please try with a different image.' }}
        />
      </div>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Sign in"
        description="Your photos stay on this device; the account keeps your plan."
        footer={
          <Button look="primary" size="large" isWide>
            Sign in
          </Button>
        }
      >
        <div style={{ display: 'grid', gap: 12 }}>
          <TextField label="Email" type="email" />
          <TextField label="Password" type="password" />
        </div>
      </Dialog>
    </>
  )
}
