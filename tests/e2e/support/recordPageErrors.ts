import type { BrowserContext, ConsoleMessage, Request, WebError } from 'playwright-core';
import type { Stack } from '../../support/stack.ts';

interface PageErrors {
  /** One line an error, in order of occurrence. */
  readonly errors: readonly string[];
  stop(): void;
}

/**
 * Records uncaught errors with their causes, console errors, and requests to other origins than the gateway's and the emulators'.
 * React reports an error from which it has recovered with the error of a component as its cause.
 */
export async function recordPageErrors(context: BrowserContext, stack: Stack): Promise<PageErrors> {
  const ownOrigins = new Set([stack.url, ...Object.values(stack.emulators).map(({ url }) => url)]);
  const errors: string[] = [];
  const pageUrls = new Set<string>();
  const onRequest = (request: Request) => {
    const { protocol, origin } = new URL(request.url());
    if (request.isNavigationRequest()) pageUrls.add(request.url());
    if (/^(https?|wss?):$/.test(protocol) && !ownOrigins.has(origin))
      errors.push(`foreign: ${request.url()}`);
  };
  const onError = (error: WebError) => {
    errors.push(`uncaught: ${error.error().message}`);
  };
  // Chromium logs violations of the content security policy and failed downloads to the console.
  const onConsole = (message: ConsoleMessage) => {
    // It also logs the status of a page that is served with 404 on purpose.
    const isStatusMessage = /the server responded with a status/.test(message.text());
    if (isStatusMessage && pageUrls.has(message.location().url)) return;
    if (message.type() === 'error') errors.push(`console: ${message.text()} ${message.location().url}`);
  };
  await context.addInitScript(() => {
    addEventListener('error', ({ error }) => {
      if (error?.cause) console.error(`caused by ${error.cause.stack ?? error.cause}`);
    });
  });
  context.on('request', onRequest).on('weberror', onError).on('console', onConsole);
  return {
    errors,
    stop: () => {
      context.off('request', onRequest).off('weberror', onError).off('console', onConsole);
    },
  };
}
