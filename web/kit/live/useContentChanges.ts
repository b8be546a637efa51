'use client';

import { useEffect, useEffectEvent, useState } from 'react';
import { whileVisible } from '../timing/whileVisible.ts';
import { type ChangeBatch, watchChanges } from './watchChanges.ts';

/** A `ContentChange` of the API. */
export interface ContentChange {
  /** The global id of the document. */
  readonly documentId: string;
  /** The type of the document, for example `FILM`. */
  readonly type: string;
  readonly kind: 'PUBLISHED' | 'UPDATED' | 'UNPUBLISHED';
}

export interface ContentChangesOptions {
  /** The URL of the API. */
  readonly url: string;
  /** The types to watch, for example `['FILM']`. Default: all. */
  readonly types?: readonly string[];
  /** The message of the connection, for example `{ Authorization: 'Bearer tv_live_…' }`. Only the first value counts. */
  readonly connectionParams?: Record<string, unknown>;
  /** Called when the subscription is rejected, fails or ends, and each time the connection is lost or refused. */
  readonly onError?: (error: unknown) => void;
}

const CONTENT_CHANGES = /* GraphQL */ `
  subscription ContentChanges($types: [DocumentType!]) {
    contentChanged(types: $types) {
      documentId
      type
      kind
    }
  }
`;

/**
 * Calls `onChanges` with the changes of documents while the page is visible. All components share one connection for each
 * URL and `connectionParams`. It ends with the last component and is restored after an interruption. Changes are then missed:
 * `hasMissedChanges` says so.
 */
export const useContentChanges = (
  onChanges: (batch: ChangeBatch<ContentChange>) => unknown,
  options: ContentChangesOptions,
): void => {
  const { url } = options;
  const types = useStableSet(options.types);
  const handleChanges = useEffectEvent(onChanges);
  const handleError = useEffectEvent((error: unknown) => options.onError?.(error));
  const connectionParams = useEffectEvent(() => options.connectionParams);
  useEffect(() => {
    return whileVisible((isResumed) => {
      const watch = watchChanges<ContentChange>({
        url,
        isResumed,
        connectionParams: connectionParams(),
        onChanges: (batch) => handleChanges(batch),
        onError: (error) => handleError(error),
      });
      // A subscription per type, so that components with other lists of types share them. An empty list has none.
      for (const watched of types ? [...types].map((type) => [type]) : [null])
        watch.subscribe<{ contentChanged: ContentChange }, Record<string, unknown>>(
          CONTENT_CHANGES,
          { types: watched },
          ({ contentChanged }) => watch.add(contentChanged),
        );
      return watch.close;
    });
  }, [url, types]);
};

/** Returns the set of some values: the same object as long as the values are the same. */
const useStableSet = <T>(values: readonly T[] | undefined): ReadonlySet<T> | undefined => {
  const [stable, setStable] = useState(() => values && new Set(values));
  const next = values && new Set(values);
  const isSame = stable?.size === next?.size && (values ?? []).every((value) => stable?.has(value));
  if (!isSame) setStable(next);
  return isSame ? stable : next;
};
