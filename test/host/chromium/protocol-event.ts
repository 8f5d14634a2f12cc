import { z } from 'zod';

/** An event of the DevTools protocol: its name and the part of its parameters that the host reads. */
export interface ProtocolEvent<T> {
  readonly name: string;
  readonly parameters: z.ZodType<T>;
}

function event<T>(name: string, parameters: z.ZodType<T>): ProtocolEvent<T> {
  return { name, parameters };
}

const targetInfo = z.object({ targetId: z.string(), url: z.string(), openerId: z.string().optional() });

/** A page has come that the host is to look after. */
export const attachedToTarget = event('Target.attachedToTarget', z.object({ sessionId: z.string(), targetInfo }));
/** A page is out of reach: closed, or the browser is gone. */
export const detachedFromTarget = event('Target.detachedFromTarget', z.object({ sessionId: z.string() }));
/** A page's process has ended by itself. */
export const targetCrashed = event('Inspector.targetCrashed', z.object({}));

/** A world of a page can be spoken to: its own, or the preload's isolated one. */
export const contextCreated = event(
  'Runtime.executionContextCreated',
  z.object({
    context: z.object({
      id: z.number(),
      name: z.string(),
      auxData: z.object({ frameId: z.string(), isDefault: z.boolean() }).optional(),
    }),
  }),
);
/** A world of a page is gone. */
export const contextDestroyed = event(
  'Runtime.executionContextDestroyed',
  z.object({ executionContextId: z.number() }),
);
/** All worlds of a page are gone. */
export const contextsCleared = event('Runtime.executionContextsCleared', z.object({}));
/** A world calls the host. */
export const bindingCalled = event('Runtime.bindingCalled', z.object({ name: z.string(), payload: z.string() }));
/** A world waits for an answer in the middle of a call (paths of files). */
export const debuggerPaused = event(
  'Debugger.paused',
  z.object({ callFrames: z.array(z.object({ callFrameId: z.string(), functionName: z.string() })) }),
);

/** The page has its document. */
export const domContentLoaded = event('Page.domContentEventFired', z.object({}));
/** The page has all that it asked for at first. */
export const loadFired = event('Page.loadEventFired', z.object({}));
/** How far a page has come, among it that something was painted. */
export const lifecycle = event('Page.lifecycleEvent', z.object({ frameId: z.string(), name: z.string() }));
/** A page shows another document. */
export const frameNavigated = event(
  'Page.frameNavigated',
  z.object({
    frame: z.object({ parentId: z.string().optional(), url: z.string(), urlFragment: z.string().optional() }),
  }),
);
/** The address changed within the same document. */
export const navigatedWithinDocument = event(
  'Page.navigatedWithinDocument',
  z.object({ frameId: z.string(), url: z.string() }),
);
/** The page is asked whether it may go (beforeunload), or shows a dialog of its own. */
export const scriptDialogOpening = event('Page.javascriptDialogOpening', z.object({ type: z.string() }));
/** The page wants a file from the system. */
export const fileChooserOpened = event(
  'Page.fileChooserOpened',
  z.object({ mode: z.string(), backendNodeId: z.number().optional() }),
);

const headerList = z.array(z.object({ name: z.string(), value: z.string() }));

/** A request waits for what the host makes of it. */
export const requestPaused = event(
  'Fetch.requestPaused',
  z.object({
    requestId: z.string(),
    frameId: z.string(),
    resourceType: z.string(),
    responseStatusCode: z.number().optional(),
    responseHeaders: headerList.optional(),
    redirectedRequestId: z.string().optional(),
    request: z.object({
      url: z.string(),
      method: z.string(),
      headers: z.record(z.string(), z.string()),
      postData: z.string().optional(),
    }),
  }),
);

/** A request held back by the host until it says what becomes of it. */
export type PausedRequest = z.output<typeof requestPaused.parameters>;
