import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { practiceFeed } from '../../../src/main/desktop/practice/practice-feed.ts';
import { practiceFolder } from '../../../src/main/desktop/practice/practice.ts';
import { createPracticeSettings } from '../../../src/main/desktop/practice/practice-settings.ts';
import { hotFolderSchema, settingsSchema } from '../../../src/shared/settings.ts';

const connection = { id: 'practice', name: 'Practice service', baseUrl: 'http://127.0.0.1:1/v2', clientId: 'c' };
const folderOf = (id: string, connectionId: string) =>
  hotFolderSchema.parse({ id, name: id, folder: `/${id}`, rule: { connectionId, projectId: 'p' } });
const inbox = folderOf('practice-inbox', 'practice');
const office = folderOf('office-in', 'office');
const stored = settingsSchema.parse({
  station: { id: 's', name: 'S' },
  connections: [{ ...connection, id: 'office' }],
  defaultConnection: 'office',
  hotFolders: [office],
});
const make = () => createPracticeSettings(connection, inbox);

describe('the hot folder of the practice service', () => {
  it('has a name of the language that Mailroom speaks, and lies in the data directory', () => {
    const { name, folder, rule } = practiceFolder('/station', 'de');
    expect({ name, folder, xml: rule.export?.folder }).toEqual({
      name: 'Übungseingang',
      folder: join('/station', 'practice-inbox'),
      xml: join('/station', 'xml'),
    });
    expect(practiceFolder('/station', 'en').name).toBe('Practice inbox');
  });
});

describe('settings of the practice service', () => {
  it('are in force while it runs', () => {
    const settings = make().addTo(stored);
    expect(settings.connections.map(({ id }) => id)).toEqual(['office', 'practice']);
    expect(settings.hotFolders.map(({ id }) => id)).toEqual(['office-in', 'practice-inbox']);
    expect(settings.defaultConnection).toBe('practice');
    expect(settings.intake.projects).toEqual({ practice: 'accounts-payable' });
  });

  it('stay out of every list that is stored, and what was changed of them stays in force', () => {
    const practice = make();
    const more = folderOf('second', 'practice');
    const list = [{ ...office, paused: true }, { ...inbox, paused: true }, more];
    expect(practice.keep('hotFolders', list, stored)).toEqual({ stored: true, value: [{ ...office, paused: true }] });
    expect(practice.addTo(stored).hotFolders).toEqual([office, { ...inbox, paused: true }, more]);
    expect(practice.keep('hotFolders', [office, more], stored)).toEqual({ stored: false });
    expect(practice.addTo(stored).hotFolders).toEqual([office, more]);
    const connections = practice.addTo(stored).connections;
    expect(practice.keep('connections', connections, stored)).toEqual({ stored: true, value: stored.connections });
  });

  it('take a single field of a practice folder', () => {
    const practice = make();
    expect(practice.keep('hotFolders.practice-inbox.paused', true, stored)).toEqual({ stored: false });
    expect(practice.addTo(stored).hotFolders.at(-1)?.paused).toBe(true);
    expect(practice.keep('hotFolders.office-in.paused', true, stored)).toEqual({ stored: true, value: true });
  });

  it('leave it to the store to refuse what is no hot folder', () => {
    const list = [{ id: 'x', rule: { connectionId: 'practice' } }];
    expect(make().keep('hotFolders', list, stored)).toEqual({ stored: true, value: list });
  });

  it('keep the project and the default connection to themselves', () => {
    const practice = make();
    expect(practice.keep('intake.projects.practice', 'contracts', stored)).toEqual({ stored: false });
    expect(practice.addTo(stored).intake.projects).toEqual({ practice: 'contracts' });
    const projects = { practice: 'goods-in', office: 'p' };
    expect(practice.keep('intake.projects', projects, stored)).toEqual({ stored: true, value: { office: 'p' } });
    expect(practice.keep('intake', { projects, mode: 'batch' }, stored)).toEqual({
      stored: true,
      value: { projects: { office: 'p' }, mode: 'batch' },
    });
    expect(practice.addTo(stored).intake.projects).toEqual({ practice: 'goods-in' });
    expect(practice.keep('defaultConnection', 'office', stored)).toEqual({ stored: true, value: 'office' });
    expect(practice.addTo(stored).defaultConnection).toBe('office');
    expect(practice.keep('defaultConnection', 'practice', stored)).toEqual({ stored: false });
    expect(practice.addTo(stored).defaultConnection).toBe('practice');
  });

  it('change nothing of all other values', () => {
    expect(make().keep('language', 'de', stored)).toEqual({ stored: true, value: 'de' });
  });
});

describe('what comes into the practice inbox', () => {
  it('begins with some at once, then one after the other for hours, with held ones in between', () => {
    const arrivals = [...practiceFeed([], 7)];
    expect(arrivals.slice(0, 6).every(({ pauseMs }) => pauseMs === 0)).toBe(true);
    const time = arrivals.reduce((sum, { pauseMs }) => sum + pauseMs, 0);
    expect(time).toBeGreaterThan(3_600_000);
    const names = arrivals.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    const awkward = ['Dringende Rechnung.pdf', 'Vertrauliche Abrechnung.pdf', 'Video Wareneingang.mov'];
    const places = awkward.map((name) => names.indexOf(name)).sort((a, b) => a - b);
    expect(places[0]).toBeLessThan(6);
    for (const [index, place] of places.slice(1).entries()) expect(place - (places[index] ?? 0)).toBeGreaterThan(2);
  });

  it('puts a sidecar before its document, without a pause between them', () => {
    const arrivals = [...practiceFeed([], 7)];
    const place = arrivals.findIndex(({ name }) => name.endsWith('.pdf.json'));
    const sidecar = arrivals[place];
    const document = arrivals[place + 1];
    expect(sidecar?.pauseMs).toBe(0);
    expect(`${document?.name ?? ''}.json`).toBe(sidecar?.name);
  });

  it('never brings a name that lies there already', () => {
    const first = [...practiceFeed([], 7)].slice(0, 10).map(({ name }) => name);
    const second = [...practiceFeed(first, 8)].map(({ name }) => name);
    expect(second.filter((name) => first.includes(name))).toEqual([]);
  });
});
