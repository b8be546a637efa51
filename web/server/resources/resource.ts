import type { QueryClient } from '../../data/queryClient.ts';

export interface ResourceRequest {
  readonly request: Request;
  readonly send: QueryClient['send'];
  /** The public origin of the site. */
  readonly origin: string;
}

/** A URL path with a response that is not a page. */
export interface Resource {
  /** E.g. `/robots.txt`. */
  readonly path: string;
  /** @returns null if the path belongs to a page after all @throws ResourceError if it cannot be served */
  respond(request: ResourceRequest): Promise<Response | null>;
}
