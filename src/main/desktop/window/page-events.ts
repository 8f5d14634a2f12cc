import type { WindowEvent } from '../../../shared/desktop-contract.ts';

/** What is told to the page, and when. */
export interface PageEvents {
  send(event: WindowEvent): void;
  /** The page says that it listens: it is told what waited. */
  listens(): void;
  /** The page goes: what matters waits for the next one. */
  goes(): void;
}

/** Kinds that a person caused and that no page may miss; all others a page finds out by itself when it comes up. */
const kept: ReadonlySet<WindowEvent['kind']> = new Set(['files', 'menu', 'show-item']);

/** Keeps a person's events until the page listens; `deliver` reaches the page. */
export function createPageEvents(deliver: (event: WindowEvent) => void): PageEvents {
  let listening = false;
  let waiting: WindowEvent[] = [];
  return {
    send(event) {
      if (listening) deliver(event);
      else if (kept.has(event.kind)) waiting.push(event);
    },
    listens() {
      listening = true;
      const told = waiting;
      waiting = [];
      for (const event of told) deliver(event);
    },
    goes() {
      listening = false;
    },
  };
}
