import type { ReactElement } from 'react';
import { useState } from 'react';
import type { NumberFieldProps } from '../fields/number-field.tsx';
import { NumberField } from '../fields/number-field.tsx';
import { SettingLine } from '../setting-group.tsx';
import type { Setting } from '../use-setting.ts';

/** A figure of the settings, kept when its field is left; `scale` = what one of its unit is in the settings. */
export function SettingNumber({
  setting,
  scale = 1,
  ...field
}: Omit<NumberFieldProps, 'value' | 'onChange' | 'onDone' | 'disabled' | 'error'> & {
  readonly setting: Setting<number | undefined>;
  readonly scale?: number;
}): ReactElement {
  const [typed, setTyped] = useState<number | null | undefined>(undefined);
  const kept = setting.value === undefined ? null : setting.value / scale;
  return (
    <SettingLine setting={setting}>
      <NumberField
        {...field}
        value={typed === undefined ? kept : typed}
        disabled={setting.locked}
        onChange={setTyped}
        onDone={() => {
          if (typed === undefined) return;
          setTyped(undefined);
          setting.save(typed === null ? undefined : Math.round(typed * scale));
        }}
      />
    </SettingLine>
  );
}
