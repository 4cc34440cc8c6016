import {
  Compass,
  Copy,
  Crown,
  Download,
  Ellipsis,
  Image,
  LogOut,
  Moon,
  Plus,
  Redo2,
  Sun,
  Trash2,
  Undo2,
  Upload,
} from 'lucide-react'
import { BRAND_NAME } from '#client/kit/base/page.ts'
import { Button, LinkButton } from '#client/kit/ui/controls/Button.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Kbd } from '#client/kit/ui/controls/Kbd.tsx'
import { TextField } from '#client/kit/ui/controls/TextField.tsx'
import { EmptyState } from '#client/kit/ui/feedback/EmptyState.tsx'
import { ProgressBar, Spinner } from '#client/kit/ui/feedback/Progress.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '#client/kit/ui/overlays/Menu.tsx'
import { chooseTheme, useTheme } from '#client/kit/ui/theme/theme.tsx'
import { Avatar } from '#client/site/account/menu/AccountMenu.tsx'
import { Badge } from '#client/site/account/plan/offer.tsx'
import { Panel, Row } from './Panel.tsx'

export function Pieces() {
  const theme = useTheme()
  return (
    <>
      <Panel title="Buttons">
        <Row>
          <img src="/favicon.svg" width={28} height={28} alt="" /> <b>{BRAND_NAME}</b>
        </Row>
        <Row>
          <Button look="primary" icon={Download}>
            Download
          </Button>
          <Button look="outline" icon={Upload}>
            Upload
          </Button>
          <Button look="ghost" icon={Compass}>
            Tour
          </Button>
        </Row>
        <Row>
          <Button icon={Plus}>Add Text</Button>
          <Button look="danger" icon={Trash2}>
            Delete
          </Button>
          <Button size="small">Small</Button>
        </Row>
        <Row>
          <Button isBusy disabled>
            Processing...
          </Button>
          <Button look="primary" disabled>
            Download
          </Button>
          <Button look="ghost" disabled>
            Ghost
          </Button>
        </Row>
        <LinkButton href="#" look="primary" size="large" isWide>
          Start free trial
        </LinkButton>
        <Row>
          <IconButton label="Undo" icon={Undo2} shortcut="Mod+Z" />
          <IconButton label="Redo" icon={Redo2} shortcut="Mod+Shift+Z" disabled />
          <IconButton label="Duplicate" icon={Copy} look="soft" />
          <IconButton label="Layers" icon={Image} look="outline" />
          <IconButton
            label="Theme"
            icon={theme === 'dark' ? Sun : Moon}
            onClick={() => chooseTheme(theme === 'dark' ? 'light' : 'dark')}
          />
          <Menu trigger={<IconButton label="More" icon={Ellipsis} />}>
            <MenuLabel>a.rather.long.address.of.sixty.characters@example-domain.com</MenuLabel>
            <MenuSeparator />
            <MenuItem icon={Copy} shortcut="Mod+D" onSelect={() => {}}>
              Duplicate
            </MenuItem>
            <MenuItem icon={LogOut} onSelect={() => {}}>
              Sign Out
            </MenuItem>
            <MenuItem icon={Trash2} isDanger shortcut="Del" onSelect={() => {}}>
              Delete
            </MenuItem>
          </Menu>
          <Avatar email="max@example.com" />
          <Avatar email="pro@example.com" isPro />
        </Row>
        <Row>
          <Badge tone="warning" icon={Crown}>
            Pro
          </Badge>
          <Badge tone="accent">Save 40%</Badge>
          <Badge>Draft</Badge>
          <Kbd keys="Mod+Shift+Z" />
        </Row>
      </Panel>
      <Panel title="Forms and waiting">
        <TextField label="Email" type="email" placeholder="you@example.com" />
        <TextField label="Password" type="password" defaultValue="short" error="At least 8 characters" />
        <Spinner />
        <ProgressBar label="Model" fraction={0.42} />
        <ProgressBar label="Working" fraction={null} />
        <EmptyState icon={Image} text="Please upload an image first to add text behind objects">
          <Button look="primary">Select an image</Button>
        </EmptyState>
      </Panel>
    </>
  )
}
