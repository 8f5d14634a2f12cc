import { expect, test } from '@playwright/test';
import { runSample } from './sample-run.ts';
import type { SampleRun } from './sample-run.ts';

let run: SampleRun;
test.beforeAll(async () => {
  run = await runSample();
});
test.afterAll(() => run.end());

test("the page's policy holds against inline scripts, foreign scripts and eval", async () => {
  const script = `new Promise((resolve) => {
    const refused = [];
    document.addEventListener('securitypolicyviolation', (event) => {
      refused.push(event.blockedURI);
      if (refused.length === 2) {
        let evaluated = 'ran';
        setTimeout(() => resolve([typeof inlineRan, refused.sort()]));
      }
    });
    const inline = document.createElement('script');
    inline.textContent = 'window.inlineRan = true';
    const foreign = document.createElement('script');
    foreign.src = 'https://example.invalid/script.js';
    document.body.append(inline, foreign);
  })`;
  expect(await run.inPage(script)).toEqual(['undefined', ['https://example.invalid/script.js', 'inline']]);
});

test('a navigation that the app refuses does not happen', async () => {
  const before = run.page.url();
  await run.inPage(`document.querySelector('#away').click()`);
  await expect.poll(run.seen).toContainEqual(['will-navigate', 'https://example.invalid/away']);
  await run.inPage(`void (location.href = 'https://example.invalid/script')`);
  await expect.poll(run.seen).toContainEqual(['will-navigate', 'https://example.invalid/script']);
  expect(run.page.url()).toBe(before);
  await expect(run.page.locator('h1')).toHaveText('Host sample');
});

test('a window that the app refuses does not open, by link or by script', async () => {
  await run.page.click('#window');
  await expect.poll(run.seen).toContainEqual(['open', 'https://example.invalid/window']);
  expect(await run.inPage(`window.open('https://example.invalid/popup')`)).toBeNull();
  await expect.poll(run.seen).toContainEqual(['open', 'https://example.invalid/popup']);
  expect(run.app.windows()).toHaveLength(1);
});

test('permissions are as the app answers', async () => {
  const script = `Promise.all(['notifications', 'geolocation', 'camera'].map((name) => navigator.permissions.query({ name }).then(({ state }) => state)))`;
  await expect.poll(() => run.inPage(script)).toEqual(['granted', 'denied', 'denied']);
});

test('requests can be cancelled and headers changed by the session', async () => {
  await run.app.evaluate(({ session }) => {
    const { webRequest } = session.defaultSession;
    webRequest.onBeforeRequest({ urls: ['app://*/missing'] }, (_details, answer) => answer({ cancel: true }));
    webRequest.onHeadersReceived((details, answer) =>
      answer({ responseHeaders: { ...details.responseHeaders, 'x-added': ['yes'] } }),
    );
  });
  expect(await run.inPage(`fetch('/missing').then(() => 'answered', () => 'refused')`)).toBe('refused');
  expect(await run.inPage(`fetch('/page.css').then(({ headers }) => headers.get('x-added'))`)).toBe('yes');
});
