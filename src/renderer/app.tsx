import type { ReactElement } from 'react';
import { useEffect, useRef } from 'react';
import { bridge } from './bridge/bridge.ts';
import { useQuery, useWindowEvents } from './bridge/use-query.ts';
import { Toasts } from './components/toasts.tsx';
import { firstStart as FirstStart, screens } from './screens/registry.ts';
import { useFirstStart } from './screens/first-start/under-way.ts';
import { DropArea } from './screens/intake/taking-in/drop-area.tsx';
import { TakeInDialogs } from './screens/intake/taking-in/take-in-dialogs.tsx';
import { chooseFiles, chooseFolder, takeInPaths } from './screens/intake/taking-in/take-in.ts';
import { actOnItems } from './screens/intake/acts.ts';
import { startScan } from './screens/scan/scan-acts.ts';
import { takeUpInterrupted } from './screens/scan/use-session.ts';
import { SettingsBroken } from './shell/settings-broken.tsx';
import { nameCutWords } from './shell/cut-words.ts';
import { KeyboardHelp } from './shell/keyboard-help.tsx';
import { Mishap } from './shell/mishap.tsx';
import { Palette } from './shell/palette.tsx';
import { SavingBar } from './lists/list-menu.tsx';
import { PrintSheet } from './print/print-sheet.tsx';
import { Rail } from './shell/rail.tsx';
import styles from './shell/shell.module.css';
import { StatusBar } from './shell/status-bar.tsx';
import { useHeadingFocus } from './shell/use-heading-focus.ts';
import { useClock } from './stores/clock.ts';
import { openScreen, useNavigation } from './stores/navigation.ts';
import { followStation, useStation } from './stores/station.ts';

/** The whole window: rail, screen, status bar; or the first start while there is no connection. */
export function App(): ReactElement {
  const { screen: name, params } = useNavigation();
  const broken = useStation((state) => (state.settings === null ? state.broken : null));
  const connected = useStation((state) => state.settings === null || state.settings.connections.length > 0);
  const firstStartUnderWay = useFirstStart((state) => state.underWay);
  const doneSince = useClock((now) => new Date(now).setHours(0, 0, 0, 0));
  const casesNeedYou =
    useQuery<'open-cases.page'>({ name: 'open-cases.page', offset: 0, limit: 1 }).value?.counts.needsYou ?? 0;
  const summary = useQuery<'items.summary'>({ name: 'items.summary', doneSince }).value;
  const screen = useRef<HTMLDivElement>(null);
  useHeadingFocus(screen, name);
  useEffect(() => followStation(), []);
  useEffect(() => nameCutWords(), []);
  // Everything that listens does so by now: effects of what is inside come first.
  useEffect(() => {
    void bridge().desktop({ name: 'window.ready' });
    void takeUpInterrupted();
  }, []);
  useWindowEvents((event) => {
    if (event.kind === 'show-item') openScreen('intake', { itemId: event.itemId });
    if (event.kind === 'files') {
      openScreen('intake');
      void takeInPaths(event.paths);
    }
    if (event.kind === 'menu' && event.command === 'add-files') void chooseFiles();
    if (event.kind === 'menu' && event.command === 'add-folder') void chooseFolder();
    if (event.kind === 'menu' && event.command === 'pause-all') void actOnItems('items.pause', 'all');
    if (event.kind === 'menu' && event.command === 'resume-all') void actOnItems('items.resume', 'all');
    // A question that is open comes first: nothing behind it may begin.
    if (
      event.kind === 'menu' &&
      event.command === 'scan' &&
      document.querySelector('[role=dialog], [role=alertdialog]') === null
    ) {
      openScreen('scan');
      void startScan();
    }
    if (event.kind === 'menu' && event.command.startsWith('show-')) {
      const wanted = screens.find((screen) => event.command === `show-${screen.name}`);
      if (wanted !== undefined) openScreen(wanted.name);
    }
  });
  if (broken !== null) {
    return (
      <Mishap>
        <SettingsBroken fault={broken} />
        <Toasts />
      </Mishap>
    );
  }
  if ((!connected || firstStartUnderWay) && FirstStart !== null) {
    return (
      <Mishap>
        <FirstStart />
        <DropArea />
        <TakeInDialogs />
        <Toasts />
      </Mishap>
    );
  }
  const shown = screens.find((screen) => screen.name === name) ?? screens[0];
  return (
    <div className={styles['app']}>
      <Rail needsYou={{ intake: summary?.needsYou ?? 0, cases: casesNeedYou }} />
      <div ref={screen} className={styles['screen']}>
        <Mishap key={name}>{shown !== undefined && <shown.component params={params} />}</Mishap>
      </div>
      <SavingBar />
      <StatusBar waiting={summary?.waiting ?? 0} />
      <Palette />
      <PrintSheet />
      <KeyboardHelp />
      <DropArea />
      <TakeInDialogs />
      <Toasts />
    </div>
  );
}
