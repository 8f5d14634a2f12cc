import { cleanup, render, screen } from '@testing-library/react';
import type { ReactElement } from 'react';
import { afterEach, expect, it } from 'vitest';
import { useSourceName } from '../../../../src/renderer/screens/intake/item-columns.tsx';
import { useStation } from '../../../../src/renderer/stores/station.ts';
import { startTexts } from '../../../../src/renderer/text/index.ts';
import { settingsSchema } from '../../../../src/shared/settings.ts';

afterEach(cleanup);

function Names({ ids }: { readonly ids: readonly string[] }): ReactElement {
  const nameOf = useSourceName();
  return <p>{ids.map(nameOf).join(', ')}</p>;
}

it('sources are named by what they are, also those that are gone', async () => {
  await startTexts('en');
  const rule = { connectionId: 'c', projectId: 'p' };
  const hotFolders = [{ id: 'inbox', name: 'Post', folder: '/in', rule }];
  useStation.setState({ settings: settingsSchema.parse({ station: { id: 's', name: 'S' }, hotFolders }) });
  render(<Names ids={['inbox', 'drop', 'command-line', 'scan-desk-0123456789', '0190-gone']} />);
  expect(screen.getByText('Post, Dropped, Command line, Scanned, Folder not in Settings')).toBeDefined();
});
