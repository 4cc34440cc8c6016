import { Bold, BringToFront, SendToBack, TextAlignCenter } from 'lucide-react'
import { useCallback, useState } from 'react'
import { type Hex, number } from '#client/kit/base/fields.ts'
import { FONT_CATEGORIES, FONT_FAMILIES } from '#client/kit/fonts/families.ts'
import { loadFont } from '#client/kit/fonts/load.ts'
import { ColorField } from '#client/kit/ui/controls/ColorField.tsx'
import { IconButton } from '#client/kit/ui/controls/IconButton.tsx'
import { Section } from '#client/kit/ui/controls/Section.tsx'
import { Segmented } from '#client/kit/ui/controls/Segmented.tsx'
import { Select } from '#client/kit/ui/controls/Select.tsx'
import { Slider } from '#client/kit/ui/controls/Slider.tsx'
import { Switch } from '#client/kit/ui/controls/Switch.tsx'
import { TextArea } from '#client/kit/ui/controls/TextField.tsx'
import { FontPicker } from '#client/kit/ui/font-picker/FontPicker.tsx'
import { sliderPropsOf } from '#client/layers/controls/sliderProps.ts'
import styles from './gallery.module.css'
import { Panel, Row } from './Panel.tsx'

const fields = [
  number('Size', { default: 600, min: 12, max: 2000, unit: 'px' }),
  number('Horizontal', { default: 50, min: 0, max: 100, step: 0.1, unit: 'percent' }),
  number('Rotation', { default: 0, min: -180, max: 180, unit: 'degrees' }),
  number('Opacity', { default: 100, min: 0, max: 100, unit: 'percent' }),
  number('Stroke width', { default: 5, min: 0.1, max: 20, step: 0.2, unit: 'px' }),
]

export function Controls() {
  const [words, setWords] = useState('SNOWDAY')
  const [font, setFont] = useState('Anton')
  const [preview, setPreview] = useState<string | null>(null)
  const [isBold, setBold] = useState(false)
  const [placement, setPlacement] = useState<'background' | 'foreground'>('background')
  const [color, setColor] = useState<Hex>('#4A90E2')
  const [isOn, setOn] = useState(true)
  const [shape, setShape] = useState('star')
  const loadFace = useCallback(async (name: string, signal?: AbortSignal) => (await loadFont(name, 400, signal)).ok, [])
  const quiet = { onStart() {}, onCommit() {}, onCancel() {} }
  return (
    <>
      <Panel title="Text">
        <TextArea label="Text content" hasHiddenLabel value={words} onChange={(e) => setWords(e.currentTarget.value)} />
        <Segmented
          label="Placement"
          value={placement}
          options={[
            { value: 'background', label: 'Behind', icon: SendToBack },
            { value: 'foreground', label: 'In front', icon: BringToFront },
          ]}
          onChange={setPlacement}
        />
        <div style={{ display: 'flex', gap: 8 }}>
          <FontPicker
            label="Font"
            value={font}
            families={FONT_FAMILIES}
            categories={FONT_CATEGORIES}
            loadFace={loadFace}
            onChange={setFont}
            onPreview={setPreview}
          />
          <IconButton
            look="soft"
            label="Bold"
            icon={Bold}
            isPressed={isBold}
            shortcut="Mod+B"
            onClick={() => setBold(!isBold)}
          />
          <IconButton look="soft" label="Centre" icon={TextAlignCenter} />
        </div>
        <output aria-label="Preview" style={{ fontFamily: preview ?? font, fontSize: 40, lineHeight: '48px' }}>
          {words}
        </output>
        {fields.map((field) => (
          <Dial key={field.label} field={field} />
        ))}
        <ColorField label="Colour" value={color} initial="#ffffff" {...quiet} onChange={setColor} onSet={setColor} />
      </Panel>
      <section className={styles.panel} aria-label="Sections">
        <Section title="3D">
          <Dial field={number('Depth', { default: 20, min: 1, max: 100, unit: 'px' })} />
        </Section>
        <Section title="Glow" startsOpen aside={<Switch label="Glow" hasHiddenLabel isOn={isOn} onChange={setOn} />}>
          <Dial field={number('Intensity', { default: 20, min: 0, max: 50 })} isDisabled={!isOn} />
          <Dial field={number('Brightness', { default: 100, min: 0, max: 200, unit: 'percent' })} isMixed />
        </Section>
        <Section title="More" startsOpen>
          <Switch label="Apply to background" isOn={isOn} onChange={setOn} />
          <Switch
            label="Auf den Hintergrund anwenden, auch bei langen Worten"
            isOn={!isOn}
            onChange={(v) => setOn(!v)}
          />
          <Select
            label="Shape"
            value={shape}
            options={['square', 'circle', 'star', 'curved-line'].map((value) => ({ value, label: value }))}
            onChange={setShape}
          />
          <Row>
            <ColorField label="Disabled" value="#D0021B" isDisabled {...quiet} onChange={setColor} onSet={setColor} />
          </Row>
        </Section>
      </section>
    </>
  )
}

/** A slider that keeps its own value and restores it when a drag is cancelled. */
function Dial({ field, ...rest }: { field: ReturnType<typeof number>; isDisabled?: boolean; isMixed?: boolean }) {
  const [value, setValue] = useState(field.default)
  const [before, setBefore] = useState(value)
  return (
    <Slider
      {...rest}
      {...sliderPropsOf(field)}
      value={value}
      onStart={() => setBefore(value)}
      onChange={setValue}
      onCommit={() => {}}
      onCancel={() => setValue(before)}
      onSet={setValue}
    />
  )
}
