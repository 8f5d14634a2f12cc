import { Bookmark } from 'lucide-react';
import type { ReactElement } from 'react';
import { useState } from 'react';
import { MenuSection, Menu, MenuTrigger, Popover } from 'react-aria-components';
import type { SavedFilter } from '../../shared/settings.ts';
import { Button } from '../components/button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { TextField } from '../components/fields/text-field.tsx';
import { CheckItem, MenuItems } from '../components/menu.tsx';
import overlays from '../components/overlays.module.css';
import { isLocked, saveSetting } from '../screens/settings/use-setting.ts';
import { useStation } from '../stores/station.ts';
import { showFault, showToast } from '../stores/toasts.ts';
import { textOf, useText } from '../text/index.ts';

/** What limits a screen now, by the names of its fields; what is '' or absent does not. */
export type FilterValues = Readonly<Record<string, string>>;

const maxName = 60;
const maxFilters = 50;

/** The same without what limits nothing. */
function limiting(values: FilterValues): FilterValues {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
}

function isSame(a: FilterValues, b: FilterValues): boolean {
  const [one, other] = [Object.entries(limiting(a)), limiting(b)];
  return one.length === Object.keys(other).length && one.every(([name, value]) => other[name] === value);
}

async function keep(screen: string, filters: readonly SavedFilter[], done: string): Promise<void> {
  const fault = await saveSetting(`window.filters.${screen}`, filters);
  if (fault === null) showToast(done);
  else showFault(fault);
}

/** The filters of a screen that were saved under a name: apply one, save what limits the screen now, rename or delete the applied one. */
export function SavedFilters({
  screen,
  values,
  onApply,
}: {
  readonly screen: string;
  readonly values: FilterValues;
  /** Fields that a filter does not name limit nothing. */
  readonly onApply: (values: FilterValues) => void;
}): ReactElement {
  const say = useText('lists');
  const filters = useStation(({ settings }) => settings?.window.filters[screen]) ?? none;
  const whyLocked = useStation((state) => isLocked(`window.filters.${screen}`, state.locked))
    ? textOf('shared')('why-locked')
    : null;
  const [naming, setNaming] = useState<{ readonly renames: string | null } | null>(null);
  const applied = filters.find((filter) => isSame(filter.values, values));
  const nothing = Object.keys(limiting(values)).length === 0;
  const whyNone = whyLocked ?? (applied === undefined ? say('why-none-applied') : null);
  const label = say('filters');
  return (
    <>
      <MenuTrigger>
        <Button
          kind="icon"
          label={label}
          icon={<Bookmark aria-hidden {...(applied === undefined ? {} : { fill: 'currentColor' })} />}
        />
        <Popover offset={4}>
          <Menu className={overlays['menu'] ?? ''} aria-label={label}>
            {filters.length > 0 && (
              <MenuSection
                aria-label={label}
                selectionMode="single"
                selectedKeys={applied === undefined ? [] : [applied.name]}
                onSelectionChange={(keys) => {
                  const chosen = filters.find(({ name }) => keys !== 'all' && keys.has(name));
                  // The one that is applied, chosen again, is taken away.
                  onApply(chosen?.values ?? {});
                }}
              >
                {filters.map(({ name }) => (
                  <CheckItem key={name} id={name} label={name} />
                ))}
              </MenuSection>
            )}
            <MenuSection aria-label={say('filter-acts')}>
              <MenuItems
                entries={[
                  {
                    id: ' save',
                    label: say('filter-save'),
                    why:
                      whyLocked !== null
                        ? whyLocked
                        : nothing
                          ? say('why-nothing-limits')
                          : applied !== undefined
                            ? say('why-saved', { name: applied.name })
                            : filters.length >= maxFilters
                              ? say('why-too-many', { count: maxFilters })
                              : null,
                    onAction: () => setNaming({ renames: null }),
                  },
                  {
                    id: ' rename',
                    label: say('filter-rename'),
                    why: whyNone,
                    onAction: () => setNaming({ renames: applied?.name ?? null }),
                  },
                  {
                    id: ' delete',
                    label: say('filter-delete'),
                    why: whyNone,
                    onAction: () =>
                      void keep(
                        screen,
                        filters.filter((filter) => filter !== applied),
                        say('filter-deleted'),
                      ),
                  },
                ]}
              />
            </MenuSection>
          </Menu>
        </Popover>
      </MenuTrigger>
      {naming !== null && (
        <NameDialog
          title={say(naming.renames === null ? 'filter-save-title' : 'filter-rename-title')}
          before={naming.renames ?? ''}
          taken={filters.map(({ name }) => name).filter((name) => name !== naming.renames)}
          onClose={() => setNaming(null)}
          onName={(name) => {
            setNaming(null);
            const next =
              naming.renames === null
                ? [...filters, { name, values: limiting(values) }]
                : filters.map((filter) => (filter.name === naming.renames ? { ...filter, name } : filter));
            void keep(screen, next, say('filter-saved', { name }));
          }}
        />
      )}
    </>
  );
}

const none: readonly SavedFilter[] = [];

function NameDialog({
  title,
  before,
  taken,
  onClose,
  onName,
}: {
  readonly title: string;
  readonly before: string;
  readonly taken: readonly string[];
  readonly onClose: () => void;
  readonly onName: (name: string) => void;
}): ReactElement {
  const say = useText('lists');
  const shared = useText('shared');
  const [typed, setTyped] = useState(before);
  const name = typed.trim();
  const problem =
    name.length > maxName
      ? say('name-too-long', { count: maxName })
      : taken.includes(name)
        ? say('name-taken')
        : undefined;
  const why = problem ?? (name === '' ? say('name-missing') : name === before ? shared('why-unchanged') : null);
  const save = (): void => {
    if (why === null) onName(name);
  };
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{shared('cancel')}</Button>
          <Button kind="primary" why={why} onPress={save}>
            {shared('save')}
          </Button>
        </>
      }
    >
      <div
        onKeyDown={(event) => {
          if (event.key === 'Enter') save();
        }}
      >
        <TextField label={say('filter-name')} value={typed} onChange={setTyped} focused error={problem} />
      </div>
    </Dialog>
  );
}
