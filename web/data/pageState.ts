import type { HydrationState } from 'react-router';
import type { PagePreview } from '../../schema/pages.ts';
import type { SerializedResults } from './queryClient.ts';

/** The data of a server-rendered page that hydration needs. Serializable. */
export interface PageState {
  /** The public origin of the site. */
  readonly origin: string;
  /** The results of the queries. */
  readonly results: SerializedResults;
  /** The results of the loaders. */
  readonly router: Pick<HydrationState, 'loaderData' | 'errors'>;
  /** Absent from published pages. */
  readonly preview?: PagePreview;
}
