import { idAlphabet as alphabet } from './names/claim-places.ts';
import type { Random } from './ports.ts';

/** Makes ids that sort by time: 10 characters of the instant (ms), 12 of chance; Crockford base 32, lower case, no blanks. */
export function createIds(now: () => number, random: Random): () => string {
  return () => {
    let instant = now();
    let head = '';
    for (let place = 0; place < 10; place += 1) {
      head = alphabet.charAt(instant % 32) + head;
      instant = Math.floor(instant / 32);
    }
    let tail = '';
    for (let place = 0; place < 12; place += 1) tail += alphabet.charAt(Math.floor(random() * 32));
    return head + tail;
  };
}
