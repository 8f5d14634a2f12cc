/**
 * The little of a page that the host's scripts use. They are type-checked here without the DOM library, because one program cannot hold
 * Node's and the browser's globals side by side without each hiding mistakes in the other.
 */
export interface PageEvent {
  readonly defaultPrevented: boolean;
  readonly isTrusted: boolean;
  readonly type: string;
  preventDefault(): void;
  stopImmediatePropagation(): void;
  composedPath(): readonly unknown[];
}

/** An event of mouse or keyboard. */
export interface PageInputEvent extends PageEvent {
  readonly button: number;
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** A link of the page. */
export interface PageLink {
  readonly href: string;
  readonly target: string;
}

/** `window` and the members that the scripts read. */
export interface PageWindow {
  readonly top: unknown;
  readonly location: { readonly href: string };
  readonly screenX: number;
  readonly screenY: number;
  readonly outerWidth: number;
  readonly outerHeight: number;
  open: (url?: string, name?: string, features?: string) => unknown;
  addEventListener(type: string, listener: (event: PageInputEvent) => void, options?: object | boolean): void;
  dispatchEvent(event: unknown): boolean;
}

/** `document` and the members that the scripts read. */
export interface PageDocument {
  readonly title: string;
  readonly baseURI: string;
  readonly head: unknown;
  readonly documentElement: unknown;
  hasFocus(): boolean;
  addEventListener(type: string, listener: () => void, options?: object | boolean): void;
}
