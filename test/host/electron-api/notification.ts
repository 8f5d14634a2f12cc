import type { NotificationConstructorOptions } from 'electron';
import { record } from '../host-state.ts';
import { createEvent, demandKnown, StrictEmitter } from '../strict.ts';

const known: ReadonlySet<string> = new Set(['title', 'body', 'silent', 'urgency', 'icon', 'timeoutType']);

/** The notifications shown so far, oldest first; a test clicks one with `emit('click')`. */
export const notifications: Notification[] = [];

/** `Notification`: recorded instead of shown. */
export class Notification extends StrictEmitter {
  title: string;
  body: string;
  silent: boolean;

  constructor(options: NotificationConstructorOptions = {}) {
    super('notification', ['show', 'click', 'close', 'failed', 'action', 'reply']);
    demandKnown('Notification', options, known);
    this.title = options.title ?? '';
    this.body = options.body ?? '';
    this.silent = options.silent ?? false;
  }

  static isSupported(): boolean {
    return true;
  }

  show(): void {
    notifications.push(this);
    record('notification', { title: this.title, body: this.body });
    this.emit('show', createEvent({}));
  }

  close(): void {
    this.emit('close', createEvent({}));
  }
}
