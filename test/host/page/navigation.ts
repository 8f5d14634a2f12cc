/** What the host knows of where the main frame of a page is and may go. */
export interface Navigation {
  /** The address as Chromium has it; empty before the first load. */
  readonly address: () => string;
  readonly arrived: (address: string) => void;
  /** The app itself, not the page, wants this address: the load that follows is not asked about. */
  readonly expect: (address: string) => void;
  /** Whether a load of this address was started by the page and so must be asked about. */
  readonly isByPage: (address: string) => boolean;
}

function withoutFragment(address: string): string {
  return address.split('#', 1)[0] ?? '';
}

/**
 * Loading again what is there is free (a test's or a person's reload). Everything else that the app did not start is taken for the page's
 * doing: a navigation refused too much shows in a test, one refused too little would not.
 */
export function createNavigation(): Navigation {
  let current = '';
  let expected: string | undefined;
  return {
    address: () => current,
    arrived(address) {
      current = address;
      expected = undefined;
    },
    expect: (address) => void (expected = withoutFragment(address)),
    isByPage(address) {
      const wanted = withoutFragment(address);
      return wanted !== expected && wanted !== withoutFragment(current);
    },
  };
}
