import { cleanup, configure, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useConnectionDrafts } from '../../../../src/renderer/screens/settings/connections/connection-drafts.ts';
import { keepDraft } from '../../../../src/renderer/screens/settings/hot-folders/folder-drafts.ts';
import { SettingsScreen } from '../../../../src/renderer/screens/settings/settings.tsx';
import { useStation } from '../../../../src/renderer/stores/station.ts';
import { startTexts } from '../../../../src/renderer/text/index.ts';
import type { Fault } from '../../../../src/shared/faults.ts';
import type { HotFolder, Settings } from '../../../../src/shared/settings.ts';
import { hotFolderSchema, settingsSchema } from '../../../../src/shared/settings.ts';

interface Asked {
  readonly name: string;
  readonly path?: string;
  readonly value?: unknown;
  readonly secret?: string;
}

const folder = (id: string): HotFolder =>
  hotFolderSchema.parse({ id, name: id, folder: `/${id}`, rule: { connectionId: 'c', projectId: 'p' } });
const refusal: Fault = { code: 'keychain-locked', retry: 'later', owner: 'clerk', params: {} };

let asked: Asked[];
let settings: Settings;
let refuses: boolean;

const team = [
  { id: 's', name: 'S', joinedAt: 0, present: true, left: false },
  { id: 'n', name: 'North', joinedAt: 0, present: false, left: false },
  { id: 'o', name: 'Old', joinedAt: 0, present: false, left: true },
];

/** Answers as main does, as far as these screens ask. */
function answer(request: Asked): unknown {
  asked.push(request);
  if (refuses && request.name !== 'settings.get') return { ok: false, fault: refusal };
  switch (request.name) {
    case 'settings.set':
      if (request.path === 'limits.bytesPerSecond' && typeof request.value === 'number')
        settings = { ...settings, limits: { ...settings.limits, bytesPerSecond: request.value } };
      return { ok: true, value: { settings } };
    case 'settings.get':
      return { ok: true, value: { settings, locks: [] } };
    case 'team.look':
      return { ok: true, value: { stations: team } };
    case 'certificate.save':
      return { ok: true, value: {} };
    case 'connections.test':
    case 'connections.save':
      return { ok: true, value: { scopes: ['files.write'], missingScopes: ['documents.write'] } };
    default:
      return { ok: false, fault: refusal };
  }
}

beforeAll(async () => {
  configure({ asyncUtilTimeout: 20_000 });
  await startTexts('en');
});

beforeEach(() => {
  asked = [];
  refuses = false;
  settings = settingsSchema.parse({
    station: { id: 's', name: 'S' },
    connections: [{ id: 'c', name: 'Head office', baseUrl: 'https://api.example.com/v2', clientId: 'me' }],
    hotFolders: [folder('a')],
  });
  Object.assign(window, {
    mailroom: {
      desktop: (request: Asked) => Promise.resolve(answer(request)),
      query: () => Promise.resolve({ ok: false, fault: refusal }),
      command: () => Promise.resolve({ ok: true, value: {} }),
      onEvent: () => () => undefined,
      pathsOf: () => [],
    },
  });
  useStation.setState({ settings, locked: ['limits.sockets'] });
  useConnectionDrafts.setState({ drafts: {}, results: {} });
});

afterEach(cleanup);

describe('limits', () => {
  it('are kept when their field is left, in bytes', async () => {
    render(<SettingsScreen params={{ section: 'limits' }} />);
    const field = screen.getByLabelText<HTMLInputElement>('Bandwidth');
    fireEvent.change(field, { target: { value: '2,5' } });
    expect(asked).toEqual([]);
    fireEvent.blur(field);
    await waitFor(() =>
      expect(asked).toEqual([{ name: 'settings.set', path: 'limits.bytesPerSecond', value: 2_500_000 }]),
    );
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Bandwidth').value).toBe('2.5'));
  });

  it('say beside the field what is wrong with it, and what was refused', async () => {
    render(<SettingsScreen params={{ section: 'limits' }} />);
    const field = screen.getByLabelText('Files on their way at once');
    fireEvent.change(field, { target: { value: '0' } });
    fireEvent.blur(field);
    expect(screen.getByText('Enter a whole number from 1 to 512.')).toBeDefined();
    expect(asked).toEqual([]);
    refuses = true;
    fireEvent.change(field, { target: { value: '7' } });
    fireEvent.blur(field);
    expect((await screen.findByRole('alert')).textContent).toContain('keychain');
  });

  it('that policy sets are shown and say so', () => {
    render(<SettingsScreen params={{ section: 'limits' }} />);
    expect(screen.getByLabelText<HTMLInputElement>('Connections to one service').disabled).toBe(true);
    expect(screen.getAllByText('Set by your administrator.')).toHaveLength(1);
  });
});

describe('index fields', () => {
  it('that policy sets are shown, cannot be changed, and say so', () => {
    settings = {
      ...settings,
      intake: { ...settings.intake, fields: [{ kind: 'date', key: 'due', label: 'Due', required: true }] },
    };
    useStation.setState({ settings, locked: ['intake.fields'] });
    render(<SettingsScreen params={{ section: 'intake' }} />);
    const form = within(screen.getByRole('region', { name: 'Index fields of dropped files' }));
    expect(form.getByLabelText<HTMLInputElement>('Name of the field').value).toBe('Due');
    expect(form.getByLabelText<HTMLInputElement>('Name of the field').disabled).toBe(true);
    for (const name of ['Add field', 'Remove field', 'Move up'])
      expect(form.getByRole('button', { name }).getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText('Set by your administrator.')).toBeDefined();
  });
});

describe('team', () => {
  it('names its stations, this one among them, and says why it cannot be asked', async () => {
    settings = { ...settings, team: { ...settings.team, address: 'postgres://db.example/mailroom', login: 'me' } };
    useStation.setState({ settings, locked: [] });
    render(<SettingsScreen params={{ section: 'team' }} />);
    const list = screen.getByRole('list', { name: 'Stations of the team' });
    await waitFor(() =>
      expect(
        within(list)
          .getAllByRole('listitem')
          .map(({ textContent }) => textContent),
      ).toEqual(['S (this station)Active', 'NorthNot responding']),
    );
    refuses = true;
    fireEvent.click(screen.getByRole('button', { name: 'Look again' }));
    expect((await screen.findByRole('alert')).textContent).toContain('keychain');
    // What was known stays: it is no word about the stations.
    expect(within(list).getAllByRole('listitem')).toHaveLength(2);
  });

  it('is joined by the owner’s credentials, whose password is gone once it was tried', async () => {
    useStation.setState({ settings, locked: [] });
    render(<SettingsScreen params={{ section: 'team' }} />);
    const type = (label: string, value: string) =>
      fireEvent.change(screen.getByLabelText(label), { target: { value } });
    type('Database of the team', ' postgres://db.example/mailroom ');
    type('Database user', 'owner');
    type('Password', 'secret');
    refuses = true;
    fireEvent.click(screen.getByRole('button', { name: 'Join the team' }));
    expect((await screen.findByRole('alert')).textContent).toContain('keychain');
    expect(asked).toEqual([
      { name: 'team.join', address: 'postgres://db.example/mailroom', user: 'owner', password: 'secret' },
    ]);
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });
});

describe('network', () => {
  it('takes a proxy script and whether the computer decides; an address that is none says so', async () => {
    render(<SettingsScreen params={{ section: 'network' }} />);
    const script = screen.getByLabelText('Proxy script (PAC)');
    fireEvent.change(script, { target: { value: 'proxy.pac' } });
    fireEvent.blur(script);
    expect(screen.getByText('Enter it as http://host/proxy.pac.')).toBeDefined();
    fireEvent.change(script, { target: { value: 'http://wpad/proxy.pac' } });
    fireEvent.blur(script);
    fireEvent.click(screen.getByLabelText('Otherwise use what this computer is set to'));
    await waitFor(() =>
      expect(asked).toEqual([
        { name: 'settings.set', path: 'network.proxyScript', value: 'http://wpad/proxy.pac' },
        { name: 'settings.set', path: 'network.systemProxy', value: false },
      ]),
    );
  });

  it('keeps a certificate with its passphrase, which it lets go of, and says why one was refused', async () => {
    render(<SettingsScreen params={{ section: 'network' }} />);
    fireEvent.change(screen.getByLabelText('Certificate file'), { target: { value: '/it/station.pfx' } });
    fireEvent.change(screen.getByLabelText('Passphrase'), { target: { value: 'open it' } });
    refuses = true;
    fireEvent.click(screen.getByRole('button', { name: 'Check and use' }));
    expect((await screen.findByRole('alert')).textContent).toContain('keychain');
    refuses = false;
    fireEvent.click(screen.getByRole('button', { name: 'Check and use' }));
    const saved = { name: 'certificate.save', file: '/it/station.pfx', passphrase: 'open it' };
    await waitFor(() => expect(asked.filter(({ name }) => name === 'certificate.save')).toEqual([saved, saved]));
    await waitFor(() => expect(screen.queryByLabelText('Passphrase')).toBeNull());
  });
});

describe('connections', () => {
  it('name what the client may not do, and let go of the secret once it is saved', async () => {
    render(<SettingsScreen params={{ section: 'connections' }} />);
    fireEvent.click(screen.getByRole('button', { name: 'Replace…' }));
    fireEvent.change(screen.getByLabelText('Client secret'), { target: { value: 's3cret' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('documents.write')).toBeDefined();
    expect(asked.find(({ name }) => name === 'connections.save')?.secret).toBe('s3cret');
    await waitFor(() => expect(useConnectionDrafts.getState().drafts).toEqual({}));
    fireEvent.click(screen.getByRole('button', { name: 'Test again' }));
    await waitFor(() => expect(asked.some(({ name }) => name === 'connections.test')).toBe(true));
    expect(asked.filter(({ name, secret }) => name === 'connections.test' && secret !== undefined)).toEqual([]);
  });

  it('say why nothing was kept, and keep what was typed', async () => {
    refuses = true;
    render(<SettingsScreen params={{ section: 'connections' }} />);
    fireEvent.change(screen.getByLabelText('Client ID'), { target: { value: 'another' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect((await screen.findByRole('alert')).textContent).toContain('The keychain is locked.');
    expect(screen.getByLabelText<HTMLInputElement>('Client ID').value).toBe('another');
  });
});

describe('hot folders', () => {
  it('are saved into the list as it is stored just then', async () => {
    render(<SettingsScreen params={{ section: 'hot-folders', folderId: 'a' }} />);
    keepDraft({ ...folder('a'), name: 'Invoices' });
    // Another window, or the command line, added one meanwhile.
    settings = { ...settings, hotFolders: [folder('a'), folder('b')] };
    await screen.findByRole('button', { name: 'Discard' });
    fireEvent.click(screen.getByRole('button', { name: 'Save folder' }));
    await waitFor(() => expect(asked.some(({ name }) => name === 'settings.set')).toBe(true));
    expect(asked.find(({ name }) => name === 'settings.set')).toEqual({
      name: 'settings.set',
      path: 'hotFolders',
      value: [{ ...folder('a'), name: 'Invoices' }, folder('b')],
    });
  });
});
