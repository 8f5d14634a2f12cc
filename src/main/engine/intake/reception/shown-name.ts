// Control characters break lines and terminals; the marks that turn the writing direction make `exe` read as `pdf`.
// oxlint-disable-next-line no-control-regex -- these are what it is about
const misleading = /[\u0000-\u001F\u007F-\u009F\u200E\u200F\u202A-\u202E\u2066-\u2069]/g;

/** A file's name as people see it and the service gets it: NFC, misleading characters replaced by `_`. The path keeps the original. */
export function shownName(name: string): string {
  return name.normalize('NFC').replace(misleading, '_');
}
