import { Writable } from 'node:stream';
import type { ReactNode } from 'react';
import { renderToPipeableStream, renderToString } from 'react-dom/server';

/** React's mark of a part that the browser renders. */
export const LATE_PART = '<!--$!-->';

/**
 * Renders a document at once, which takes less time than `renderMarkup`.
 * @returns the markup; undefined if a part waits for data, or has failed
 * @throws the error of a component outside of Suspense
 */
export function renderAtOnce(document: ReactNode): string | undefined {
  const markup = renderToString(document);
  return markup.includes(LATE_PART) ? undefined : `<!DOCTYPE html>${markup}`;
}

/** A document that React renders. */
export interface MarkupRender {
  /** Resolves when all outside of Suspense is rendered. Rejects with the error of a component there. */
  readonly shell: Promise<void>;
  /** Resolves when all is rendered, or left to the browser. */
  readonly all: Promise<void>;
  /** Leaves the suspended parts to the browser. */
  abort(reason: unknown): void;
  /** Returns the markup, after `all` has resolved. It contains no scripts of React, because no part follows later. */
  readMarkup(): Promise<string>;
  /** Returns whether a part is left to the browser. */
  hasErrors(): boolean;
}

/** Begins to render a document. @param report receives the errors of components */
export function renderMarkup(document: ReactNode, report: (error: unknown) => void): MarkupRender {
  const shell = Promise.withResolvers<void>();
  const all = Promise.withResolvers<void>();
  for (const { promise } of [shell, all]) promise.catch(() => undefined);
  let isAborted = false;
  let hasErrors = false;
  const { pipe, abort } = renderToPipeableStream(document, {
    // Rendered parts are inlined whatever their size.
    progressiveChunkSize: Number.POSITIVE_INFINITY,
    onShellReady: shell.resolve,
    onShellError(error) {
      shell.reject(error);
      all.reject(error);
    },
    onAllReady: all.resolve,
    onError(error) {
      hasErrors = true;
      if (!isAborted) report(error);
    },
  });
  return {
    shell: shell.promise,
    all: all.promise,
    hasErrors: () => hasErrors,
    abort(reason) {
      isAborted = true;
      abort(reason);
    },
    readMarkup: () =>
      new Promise((resolve, reject) => {
        const chunks: Buffer[] = [];
        pipe(
          new Writable({
            write(chunk: Buffer, _encoding, done) {
              // React reuses its buffers.
              chunks.push(Buffer.from(chunk));
              done();
            },
            final(done) {
              resolve(Buffer.concat(chunks).toString());
              done();
            },
            destroy(error, done) {
              if (error) reject(error);
              done(error);
            },
          }),
        );
      }),
  };
}
