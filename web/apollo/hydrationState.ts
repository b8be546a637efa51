import type { NormalizedCacheObject } from '@apollo/client';
import type { HydrationState as RouterState } from 'react-router';

/** The data of a server-rendered page that hydration needs. Serializable. */
export interface HydrationState {
  /** The public origin of the site. */
  readonly origin: string;
  /** Entries of the Apollo cache. */
  readonly cache: NormalizedCacheObject;
  /** Keys of the page's queries whose responses had errors, so that they can be requested again. */
  readonly queriesWithErrors: readonly string[];
  /** The results of the loaders. */
  readonly router: Pick<RouterState, 'loaderData' | 'errors'>;
}
