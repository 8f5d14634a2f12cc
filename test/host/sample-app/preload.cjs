/* global window, document */
const { contextBridge, ipcRenderer, webUtils } = require('electron');

contextBridge.exposeInMainWorld('sample', {
  invoke: (channel, ...values) => ipcRenderer.invoke(channel, ...values),
  note: (...values) => ipcRenderer.send('note', ...values),
  on(channel, listener) {
    const forward = (_event, ...values) => listener(...values);
    ipcRenderer.on(channel, forward);
    return () => ipcRenderer.removeListener(channel, forward);
  },
  pathOf: (file) => webUtils.getPathForFile(file),
  pathsOf: (files) => files.map((file) => webUtils.getPathForFile(file)),
  later: (value) => Promise.resolve(value),
  ask: (question) => question(20).then((half) => half + 1),
  boom() {
    throw new RangeError('from the preload');
  },
  unknown: () => ipcRenderer.sendSync('x'),
});
window.onlyHere = 'isolated';
document.addEventListener('DOMContentLoaded', () => document.documentElement.setAttribute('data-preload', 'ran'));
