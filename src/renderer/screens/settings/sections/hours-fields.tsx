import type { ReactElement } from 'react';
import type { Settings } from '../../../../shared/settings.ts';
import { Checkbox, Switch } from '../../../components/fields/check-fields.tsx';
import { SelectField } from '../../../components/fields/select-field.tsx';
import { dateFormatter } from '../../../text/formatters.ts';
import { useText } from '../../../text/index.ts';
import form from '../fields/form.module.css';
import { SettingGroup, SettingLine } from '../setting-group.tsx';
import { useSetting } from '../use-setting.ts';

const weekdays = [1, 2, 3, 4, 5, 6, 7];
const halfHours = Array.from({ length: 48 }, (_, index) => {
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${two(Math.floor(index / 2))}:${two((index % 2) * 30)}`;
});

/** Name of a day, 1 = Monday, in the window's language. */
function dayName(day: number): string {
  // 5 January 2026 was a Monday.
  return dateFormatter({ weekday: 'long' }).format(new Date(2026, 0, 4 + day));
}

/** The times to choose from, with one that was set by hand among them. */
function times(own: string, without: string): readonly { readonly value: string; readonly label: string }[] {
  return [...new Set([...halfHours, own])]
    .filter((time) => time !== without)
    .sort()
    .map((value) => ({ value, label: value }));
}

/** The hours in which files are sent, and the days on which they begin. */
export function HoursFields({ settings }: { readonly settings: Settings }): ReactElement {
  const say = useText('settings');
  const setting = useSetting(settings, 'limits.hours', (all) => all.limits.hours);
  const { value: hours, locked, save } = setting;
  return (
    <SettingGroup title={say('hours')} text={say('hours-text')}>
      <SettingLine setting={setting}>
        <Switch
          label={say('hours-limited')}
          selected={hours !== undefined}
          disabled={locked}
          onChange={(on) => save(on ? { from: '18:00', to: '06:00', days: [1, 2, 3, 4, 5] } : undefined)}
        />
      </SettingLine>
      {hours !== undefined && (
        <>
          <div className={form['form']}>
            <div className={form['pair']}>
              <SelectField
                label={say('hours-from')}
                value={hours.from}
                options={times(hours.from, hours.to)}
                disabled={locked}
                onChange={(from) => save({ ...hours, from })}
              />
              <SelectField
                label={say('hours-to')}
                value={hours.to}
                options={times(hours.to, hours.from)}
                disabled={locked}
                onChange={(to) => save({ ...hours, to })}
              />
            </div>
            {hours.to < hours.from && <p className={form['hint']}>{say('hours-overnight')}</p>}
          </div>
          <fieldset className={form['group']} disabled={locked}>
            <legend>{say('hours-days')}</legend>
            <div className={form['checks']}>
              {weekdays.map((day) => (
                <Checkbox
                  key={day}
                  label={dayName(day)}
                  selected={hours.days.includes(day)}
                  disabled={locked || (hours.days.length === 1 && hours.days.includes(day))}
                  onChange={(chosen) =>
                    save({
                      ...hours,
                      days: weekdays.filter((each) => (each === day ? chosen : hours.days.includes(each))),
                    })
                  }
                />
              ))}
            </div>
          </fieldset>
        </>
      )}
    </SettingGroup>
  );
}
