/* global Buffer, Response */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { app, BrowserWindow, dialog, ipcMain, Menu, nativeTheme, protocol, session } from 'electron';

// A small app that uses what the host offers, the way the product does; the contract tests of the host drive it.
const seen = (globalThis.seen = []);
const types = { html: 'text/html', js: 'text/javascript', css: 'text/css' };
const policy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'";

protocol.registerSchemesAsPrivileged([
  { scheme: 'app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
]);
app.enableSandbox();
if (process.env.SAMPLE_DATA !== undefined) app.setPath('userData', process.env.SAMPLE_DATA);

function serve(request) {
  const { pathname, searchParams } = new URL(request.url);
  seen.push(['request', request.url]);
  if (pathname === '/bytes') return new Response(Buffer.alloc(Number(searchParams.get('size')), 7));
  if (pathname === '/missing') return new Response('gone', { status: 410, headers: { 'x-why': 'gone' } });
  return readFile(join(import.meta.dirname, 'page', pathname)).then(
    (bytes) =>
      new Response(bytes, {
        headers: {
          'content-type': types[pathname.split('.').at(-1)] ?? 'application/octet-stream',
          'content-security-policy': policy,
        },
      }),
    () => new Response('not found', { status: 404 }),
  );
}

function openWindow() {
  const window = new BrowserWindow({
    width: 900,
    height: 620,
    show: false,
    title: 'Host sample',
    webPreferences: { preload: join(import.meta.dirname, 'preload.cjs'), sandbox: true, contextIsolation: true },
  });
  window.once('ready-to-show', () => window.show());
  window.on('close', (event) => {
    seen.push(['close']);
    if (globalThis.keepOpen === true) event.preventDefault();
  });
  window.webContents.on('will-navigate', (event) => {
    seen.push(['will-navigate', event.url]);
    event.preventDefault();
  });
  window.webContents.setWindowOpenHandler(({ url }) => {
    seen.push(['open', url]);
    return { action: 'deny' };
  });
  void window.loadURL('app://sample/index.html');
  return window;
}

ipcMain.handle('echo', (event, value) => ({
  value,
  from: event.senderFrame.url,
  top: event.senderFrame === event.sender.mainFrame,
}));
ipcMain.handle('fail', () => {
  throw new TypeError('bad thing');
});
ipcMain.handle('burst', (event, count) => {
  for (let index = 0; index < count; index += 1) event.sender.send('tick', index);
});
ipcMain.handle('open', (event) =>
  dialog.showOpenDialog(BrowserWindow.fromWebContents(event.sender), { properties: ['openFile'] }),
);
ipcMain.handle('theme', (_event, source) => {
  nativeTheme.themeSource = source;
});
ipcMain.on('note', (_event, ...values) => seen.push(['note', ...values]));

if (!app.requestSingleInstanceLock({ sample: true })) {
  process.stdout.write('handed over\n');
  app.quit();
} else {
  app.on('second-instance', (_event, argv, directory, extra) => seen.push(['second-instance', argv, directory, extra]));
  app.on('window-all-closed', () => app.quit());
  app.on('will-quit', () => process.stdout.write('will-quit\n'));
  await null;
  void app.whenReady().then(() => {
    protocol.handle('app', serve);
    session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
      answer(permission === 'notifications'),
    );
    Menu.setApplicationMenu(
      Menu.buildFromTemplate([
        {
          label: 'File',
          submenu: [
            {
              id: 'hello',
              label: 'Hello',
              accelerator: 'CmdOrCtrl+H',
              click: (_item, window) => window.webContents.send('hello', 'menu'),
            },
          ],
        },
      ]),
    );
    openWindow();
  });
}
