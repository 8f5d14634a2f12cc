import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { FilesStep } from '../../../../src/renderer/screens/first-start/files-step.tsx';
import { useStation } from '../../../../src/renderer/stores/station.ts';
import { startTexts } from '../../../../src/renderer/text/index.ts';
import type { DesktopRequest } from '../../../../src/shared/desktop-contract.ts';
import { settingsSchema, type Settings } from '../../../../src/shared/settings.ts';

afterEach(cleanup);

/** The first start's last step at a desktop where a person chooses the folder /a; answers what is stored, and whether the step is done. */
async function lastStep(xmlFolder?: string): Promise<{ stored: () => Settings; isDone: () => boolean }> {
  await startTexts('en');
  const intake = xmlFolder === undefined ? {} : { export: { folder: xmlFolder } };
  let stored = settingsSchema.parse({ station: { id: 's', name: 'Desk' }, intake });
  const overlaps = ({ hotFolders, intake: { export: rule } }: Settings): boolean =>
    hotFolders.some(({ folder, rule: own }) => [own.export?.folder, rule?.folder].includes(folder));
  const set = (path: string, value: unknown): unknown => {
    const next = settingsSchema.parse(
      path === 'hotFolders'
        ? { ...stored, hotFolders: value }
        : { ...stored, intake: { ...stored.intake, export: value } },
    );
    const params = { folder: '/a', other: '/a' };
    if (overlaps(next))
      return { ok: false, fault: { code: 'folder-overlaps', retry: 'never', owner: 'clerk', params } };
    stored = next;
    return { ok: true, value: { settings: stored, locks: [] } };
  };
  Object.assign(window, {
    mailroom: {
      query: () => Promise.resolve({ ok: true, value: { totals: {} } }),
      desktop: (request: DesktopRequest) =>
        Promise.resolve(
          request.name === 'settings.set'
            ? set(request.path, request.value)
            : { ok: true, value: request.name === 'settings.get' ? { settings: stored } : { paths: ['/a'] } },
        ),
      onEvent: () => () => undefined,
    },
  });
  useStation.setState({ settings: stored });
  let done = false;
  const onDone = (): void => {
    done = true;
  };
  const project = { id: 'p', name: 'Project' };
  render(<FilesStep connectionId="c" project={project} onBack={() => undefined} onDone={onDone} />);
  await press('Choose…');
  await screen.findByText('/a');
  return { stored: () => stored, isDone: () => done };
}

const press = (name: string): Promise<void> => act(() => Promise.resolve(screen.getByRole('button', { name }).click()));
const xmlField = (): HTMLElement => screen.getByLabelText(/XML/u, { selector: 'input' });
const write = (value: string): boolean => fireEvent.change(xmlField(), { target: { value } });

it.each(['', '/xml'])('goes on after an XML folder that was refused is changed to "%s"', async (changed) => {
  const { stored, isDone } = await lastStep();
  write('/a');
  await press('Open Mailroom');
  await screen.findByText(/\/a/u, { selector: 'strong' });
  expect(stored().intake.export).toBeUndefined();
  // A folder that is chosen again gets what is stored as its default.
  await press('Choose…');
  write(changed);
  await press('Open Mailroom');
  expect(isDone()).toBe(true);
  const kept = changed === '' ? undefined : changed;
  expect(stored().hotFolders.map(({ folder, rule }) => [folder, rule.export?.folder])).toEqual([['/a', kept]]);
  expect(stored().intake.export?.folder).toBe(kept);
});

it('shows the XML folder that is stored, and gives it up where the field is emptied', async () => {
  const { stored, isDone } = await lastStep('/a');
  expect(xmlField()).toHaveProperty('value', '/a');
  await press('Open Mailroom');
  expect(isDone()).toBe(false);
  write('');
  await press('Open Mailroom');
  expect(isDone()).toBe(true);
  expect(stored().intake.export).toBeUndefined();
  expect(stored().hotFolders[0]?.rule.export).toBeUndefined();
});
