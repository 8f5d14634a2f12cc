import { existsSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { runStep } from './run-step.ts';

/** A Debian package and the command it brings, or the whole path of a file, by which we see whether it is there (however it came). */
export interface SystemPackage {
  readonly name: string;
  readonly brings: string;
}

/**
 * What the tests need beyond Node: a session bus and a real keyring, so that credentials are tried against the same secret service
 * that a workstation has; curl, so that somebody who shares no line with us walks the practice service; SANE with its `test` backend,
 * its `saned`, its client for network scanners, which drives our test scanner as we do, and what compiles a backend of the tests' own; rsync and
 * Python, which write and hold files as programs of others do; openssl, whose server wants certificates of clients; xmllint, which reads the XML of our workbooks; poppler, which reads PDFs as others do; rsyslog, which a service tells what concerns IT;
 * PostgreSQL, of which the tests start clusters of their own and never the system's. The product itself needs none: the libraries bring their own binaries.
 */
export const testPackages: readonly SystemPackage[] = [
  { name: 'dbus', brings: 'dbus-run-session' },
  { name: 'dbus', brings: 'dbus-send' },
  { name: 'dbus-daemon', brings: 'dbus-daemon' },
  { name: 'gnome-keyring', brings: 'gnome-keyring-daemon' },
  { name: 'curl', brings: 'curl' },
  { name: 'sane-utils', brings: 'scanimage' },
  { name: 'sane-utils', brings: '/usr/sbin/saned' },
  { name: 'libsane-dev', brings: '/usr/include/sane/sane.h' },
  { name: 'libc6-dev', brings: '/usr/include/stdio.h' },
  { name: 'gcc', brings: 'cc' },
  { name: 'tesseract-ocr', brings: 'tesseract' },
  { name: 'sane-airscan', brings: 'airscan-discover' },
  { name: 'rsync', brings: 'rsync' },
  { name: 'python3', brings: 'python3' },
  { name: 'openssl', brings: 'openssl' },
  { name: 'libxml2-utils', brings: 'xmllint' },
  { name: 'poppler-utils', brings: 'pdftotext' },
  { name: 'poppler-utils', brings: 'pdfimages' },
  { name: 'poppler-utils', brings: 'pdftoppm' },
  { name: 'rsyslog', brings: '/usr/sbin/rsyslogd' },
  { name: 'postgresql', brings: '/usr/bin/pg_createcluster' },
];

/** What the benchmarks need beyond Node: the peers they are measured against. */
export const benchPackages: readonly SystemPackage[] = [
  { name: 'curl', brings: 'curl' },
  { name: 'coreutils', brings: 'sha256sum' },
];

/** What tests with proxies of others need beyond Node: Squid, a realm of Kerberos, GNOME's settings, and what makes the library for tickets. */
export const proxyPackages: readonly SystemPackage[] = [
  { name: 'squid', brings: '/usr/sbin/squid' },
  { name: 'krb5-kdc', brings: '/usr/sbin/krb5kdc' },
  { name: 'krb5-admin-server', brings: '/usr/sbin/kadmin.local' },
  { name: 'krb5-user', brings: 'kinit' },
  { name: 'libkrb5-dev', brings: '/usr/include/gssapi/gssapi.h' },
  { name: 'g++', brings: 'g++' },
  { name: 'make', brings: 'make' },
  { name: 'python3', brings: 'python3' },
  { name: 'openssl', brings: 'openssl' },
  { name: 'libglib2.0-bin', brings: 'gsettings' },
  { name: 'gsettings-desktop-schemas', brings: '/usr/share/glib-2.0/schemas/org.gnome.system.proxy.gschema.xml' },
];

/** What the laboratory needs beyond Node: programs that write files as they do, and clocks that go wrong. */
export const torturePackages: readonly SystemPackage[] = [
  { name: 'rsync', brings: 'rsync' },
  { name: 'aria2', brings: 'aria2c' },
  { name: 'coreutils', brings: 'cp' },
  { name: 'libtiff-tools', brings: 'tiffcp' },
  { name: 'python3', brings: '/usr/bin/python3' },
  { name: 'python3-pil', brings: '/usr/lib/python3/dist-packages/PIL/Image.py' },
  { name: 'faketime', brings: 'faketime' },
];

/**
 * What the window needs where Electron's own binary is not there: a Chromium to show it, a virtual display with a window manager to try
 * it on, zenity for its dialogs, a clipboard with files on it, a session bus, poppler, which reads what is printed, and the bus for screen readers with what asks it.
 */
export const windowPackages: readonly SystemPackage[] = [
  { name: 'chromium', brings: 'chromium' },
  { name: 'xvfb', brings: 'Xvfb' },
  { name: 'xauth', brings: 'xauth' },
  { name: 'openbox', brings: 'openbox' },
  { name: 'xdotool', brings: 'xdotool' },
  { name: 'xclip', brings: 'xclip' },
  { name: 'zenity', brings: 'zenity' },
  { name: 'dbus', brings: 'dbus-run-session' },
  { name: 'poppler-utils', brings: 'pdftotext' },
  { name: 'poppler-utils', brings: 'pdfinfo' },
  { name: 'poppler-utils', brings: 'pdfimages' },
  { name: 'at-spi2-core', brings: '/usr/libexec/at-spi-bus-launcher' },
  { name: 'python3-gi', brings: '/usr/lib/python3/dist-packages/gi/__init__.py' },
  { name: 'gir1.2-atspi-2.0', brings: '/usr/share/doc/gir1.2-atspi-2.0/copyright' },
];

/** What a machine can do about missing packages, so that tests can stand in for it. */
export interface PackageHost {
  readonly hasCommand: (command: string) => boolean;
  readonly isRoot: boolean;
  /** Runs a command and returns its exit status. */
  readonly run: (command: string, args: readonly string[]) => Promise<number>;
  readonly print: (line: string) => void;
}

/** This machine. */
const thisMachine: PackageHost = {
  hasCommand: (command) =>
    (process.env['PATH'] ?? '')
      .split(delimiter)
      .some((folder) => folder !== '' && existsSync(isAbsolute(command) ? command : join(folder, command))),
  isRoot: process.getuid?.() === 0,
  run: async (command, args) => (await runStep(command, args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })).status,
  print: (line) => process.stdout.write(`${line}\n`),
};

function namesOf(packages: readonly SystemPackage[]): readonly string[] {
  return [...new Set(packages.map((each) => each.name))];
}

/**
 * Makes sure that the packages are there. Installs what is missing where it may (root and apt-get); else prints the exact command.
 * Returns whether all are there now: false means stop, for nothing is skipped in silence.
 */
export async function ensurePackages(
  packages: readonly SystemPackage[],
  host: PackageHost = thisMachine,
): Promise<boolean> {
  const missing = (): readonly SystemPackage[] => packages.filter((each) => !host.hasCommand(each.brings));
  const wanted = missing();
  if (wanted.length === 0) {
    host.print(`   all there: ${namesOf(packages).join(', ')}`);
    return true;
  }
  const install = ['install', '--yes', '--no-install-recommends', ...namesOf(wanted)];
  const missingCommands = wanted.map((each) => each.brings).join(', ');
  if (!host.isRoot || !host.hasCommand('apt-get')) {
    host.print(`   missing on this machine: ${missingCommands}. Install what brings them, then start again:`);
    host.print(`     sudo apt-get update && sudo apt-get ${install.join(' ')}`);
    return false;
  }
  host.print(`   missing: ${missingCommands}; installing ${namesOf(wanted).join(', ')}`);
  for (const args of [['update'], install]) {
    const status = await host.run('apt-get', ['-q', ...args]);
    if (status !== 0) {
      host.print(`   apt-get ${args.join(' ')} ended with status ${status}`);
      return false;
    }
  }
  const still = missing();
  if (still.length > 0) host.print(`   still missing: ${still.map((each) => each.brings).join(', ')}`);
  return still.length === 0;
}
