import type { ReactElement } from 'react';
import { Header, Menu, MenuItem, MenuSection } from 'react-aria-components';
import { useText } from '../../text/index.ts';
import { CheckItem, PlacedPopover, type MenuPlace } from '../menu.tsx';
import overlays from '../overlays.module.css';
import type { TableColumn, TableLayout } from './table-columns.ts';

/** What can be done with a column, and which columns there are. */
export function ColumnMenu<Row>({
  place,
  column,
  every,
  layout,
  onLayout,
  onWiden,
  onClose,
}: {
  readonly place: MenuPlace;
  readonly column: TableColumn<Row> | null;
  readonly every: readonly TableColumn<Row>[];
  readonly layout: TableLayout;
  readonly onLayout: (layout: TableLayout) => void;
  /** Steps, less than 0: narrower. */
  readonly onWiden: (by: number) => void;
  readonly onClose: () => void;
}): ReactElement {
  const say = useText('shared');
  const label = say('columns');
  const acts =
    column === null
      ? []
      : [
          ...(column.sorts !== undefined
            ? ([false, true] as const).map((descending) => ({
                id: descending ? 'down' : 'up',
                words: say(descending ? 'sort-down' : 'sort-up'),
                act: () => onLayout({ ...layout, sort: { column: column.id, descending } }),
              }))
            : []),
          ...(layout.sort === null
            ? []
            : [{ id: 'unsort', words: say('sort-not'), act: () => onLayout({ ...layout, sort: null }) }]),
          { id: 'wider', words: say('wider'), act: () => onWiden(1) },
          { id: 'narrower', words: say('narrower'), act: () => onWiden(-1) },
        ];
  const shown = every.filter(({ id }) => !layout.hidden.includes(id)).map(({ id }) => id);
  return (
    <PlacedPopover label={label} place={place} onClose={onClose}>
      <Menu className={overlays['menu'] ?? ''} aria-label={label} autoFocus="first" onClose={onClose}>
        <MenuSection>
          <Header className={overlays['menuTitle'] ?? ''}>{column?.title}</Header>
          {acts.map(({ id, words, act }) => (
            <MenuItem key={id} id={id} className={overlays['item'] ?? ''} textValue={words} onAction={act}>
              {words}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection
          selectionMode="multiple"
          disallowEmptySelection
          selectedKeys={shown}
          onSelectionChange={(keys) => {
            if (keys === 'all') return onLayout({ ...layout, hidden: [] });
            onLayout({ ...layout, hidden: every.map(({ id }) => id).filter((id) => !keys.has(id)) });
          }}
        >
          <Header className={overlays['menuTitle'] ?? ''}>{label}</Header>
          {every.map(({ id, title }) => (
            <CheckItem key={id} id={id} label={title} />
          ))}
        </MenuSection>
        <MenuSection>
          <MenuItem
            id="usual"
            className={overlays['item'] ?? ''}
            textValue={say('columns-usual')}
            onAction={() => onLayout({ hidden: [], widths: {}, sort: null })}
          >
            {say('columns-usual')}
          </MenuItem>
        </MenuSection>
      </Menu>
    </PlacedPopover>
  );
}
