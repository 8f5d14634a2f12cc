import { cp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { projectCommand, projectRoot, runStep } from '../../run-step.ts';
import { packDeb, put, putControl, putDocuments, setModes, type ControlFields } from '../deb.ts';
import type { Edition } from '../edition.ts';
import { linux, stage } from '../stage.ts';
import { drawIcons, linuxSizes } from './icons.ts';

const name = 'mailroom-window';
const place = `usr/lib/${name}`;
const parts = join(projectRoot, 'packaging/preview');

const control: ControlFields = {
  name,
  fields: [
    'Depends: chromium, libc6 (>= 2.29), libgcc-s1, libstdc++6 (>= 8), xclip, xdotool, zenity',
    'Recommends: ca-certificates, gnome-keyring | kwalletmanager, sane-utils',
    'Section: utils',
    'Priority: optional',
    'Description: document intake with a window (preview on Debian’s Chromium)',
    ' A preview, not for daily work: the window of Mailroom in the Chromium that',
    ' Debian has, by a stand-in for Electron which the project made for its tests.',
    ' It draws neither tray nor menu, and does not start at login. For workstations',
    ' take the packages with Electron. Brings its own Node.js.',
  ],
};

/** Makes `folder` (absolute, not there yet) what lies in `/usr/lib/mailroom-window`. */
export async function stagePreviewDeb(folder: string, edition: Edition): Promise<void> {
  await stage(folder, linux, 'preview', { name, kind: 'preview', platform: 'linux-x64' }, edition);
  const built = await runStep(projectCommand('tsx'), [join(projectRoot, 'test/host/build.ts')], { capture: 'all' });
  if (built.status !== 0) throw new Error(`the Chromium host could not be built\n${built.output}`);
  await cp(join(projectRoot, 'out-test/host/main.cjs'), join(folder, 'chromium-host.cjs'));
}

/** The preview of the window for Debian out of what was staged: puts it into `target` (absolute) and returns its path. */
export async function packPreviewDeb(
  staged: string,
  target: string,
  edition: Edition,
  options: { readonly quick?: boolean } = {},
): Promise<string> {
  const root = `${staged}.deb`;
  await rm(root, { recursive: true, force: true });
  await cp(staged, join(root, place), { recursive: true });
  await setModes(root, new Set([join(root, place, 'node')]));
  const [bin, share] = [join(root, 'usr/bin', name), join(root, 'usr/share')];
  await putPart('mailroom-window', bin, 0o755);
  await putPart('mailroom-window.desktop', join(share, `applications/${name}.desktop`));
  await putPart('lintian-overrides', join(share, `lintian/overrides/${name}`));
  const icons = `${staged}.icons`;
  await drawIcons(icons);
  for (const size of linuxSizes) {
    const square = `${String(size)}x${String(size)}`;
    await cp(join(icons, `icons/${square}.png`), join(share, `icons/hicolor/${square}/apps/${name}.png`));
  }
  await rm(icons, { recursive: true });
  await putDocuments(root, name, join(parts, 'copyright'), edition);
  await putControl(root, control, edition);
  return packDeb(root, name, target, edition, options);

  async function putPart(part: string, path: string, mode = 0o644): Promise<void> {
    await put(path, await readFile(join(parts, part)), mode);
  }
}
