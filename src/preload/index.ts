import { contextBridge, ipcRenderer, webUtils } from 'electron';
import { bridgeChannels } from '../shared/bridge.ts';

/** A file of the page as the preload's world sees it. */
type PageFile = Parameters<typeof webUtils.getPathForFile>[0];

/** The window's only door to main: one function for each channel of the bridge; main checks all that comes through. */
contextBridge.exposeInMainWorld('mailroom', {
  command: (command: unknown): Promise<unknown> => ipcRenderer.invoke(bridgeChannels.command, command),
  query: (query: unknown): Promise<unknown> => ipcRenderer.invoke(bridgeChannels.query, query),
  desktop: (request: unknown): Promise<unknown> => ipcRenderer.invoke(bridgeChannels.desktop, request),
  onEvent(listener: (event: unknown) => void): () => void {
    const forward = (_event: unknown, event: unknown): void => listener(event);
    ipcRenderer.on(bridgeChannels.event, forward);
    return () => {
      ipcRenderer.removeListener(bridgeChannels.event, forward);
    };
  },
  pathsOf(files: readonly PageFile[]): string[] {
    const paths = files.map((file) => pathOf(file));
    // Main takes in no path that did not come this way: the page can name one, but it can't make up a file.
    ipcRenderer.send(bridgeChannels.offer, paths);
    return paths;
  },
});

/** '' for what lies nowhere on this computer. */
function pathOf(file: PageFile): string {
  try {
    return webUtils.getPathForFile(file);
  } catch {
    return '';
  }
}
