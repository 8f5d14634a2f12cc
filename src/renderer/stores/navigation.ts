import { create } from 'zustand';

/** Names of the screens; only those in screens/registry.ts can be opened. */
export type ScreenName = 'intake' | 'scan' | 'cases' | 'documents' | 'exports' | 'activity' | 'settings';

/** What a screen is opened with, e.g. `{ itemId }`, `{ documentId, connectionId }`, `{ section }`. */
export type ScreenParams = Readonly<Record<string, string>>;

interface Navigation {
  readonly screen: ScreenName;
  readonly params: ScreenParams;
}

/** Which screen is shown, and with what. */
export const useNavigation = create<Navigation>(() => ({ screen: 'intake', params: {} }));

/** Shows a screen. */
export function openScreen(screen: ScreenName, params: ScreenParams = {}): void {
  useNavigation.setState({ screen, params });
}
