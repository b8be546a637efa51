import type { Params } from 'react-router';
import type { LoaderClient } from '../../apollo/clientContext.ts';

export interface ResourceRequest {
  readonly request: Request;
  readonly client: LoaderClient;
  /** The public origin of the site. */
  readonly origin: string;
  readonly params: Params;
}

/** A URL path with a response that is not a page. */
export interface Resource {
  /** A route pattern, e.g. `/robots.txt`. */
  readonly path: string;
  /** @throws ResourceError if it cannot be served */
  respond(request: ResourceRequest): Promise<Response>;
}
