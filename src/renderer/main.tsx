import '@fontsource-variable/inter/wght.css';
import '@fontsource-variable/jetbrains-mono/wght.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import './base.css';
import { keepFocus } from './shell/keep-focus.ts';
import { loadStation } from './stores/station.ts';
import { startTexts } from './text/index.ts';
import { systemLanguage } from './text/language.ts';
import './tokens.css';

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no root element.');
keepFocus(root);
await startTexts(systemLanguage());
// Theme and language stand before the first drawing, so that nothing flickers.
await loadStation();
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
