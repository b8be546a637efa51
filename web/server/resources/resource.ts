import type { ApolloClient } from '@apollo/client';
import type { Params } from 'react-router';

/** What a resource is answered from. */
export interface ResourceRequest {
  readonly request: Request;
  /** The graph, asked as any client asks it. */
  readonly graph: ApolloClient;
  /** Where the magazine is published. */
  readonly origin: string;
  readonly params: Params;
}

/** An address that answers something other than a page. */
export interface Resource {
  /** A pattern as in the pages' routes, e.g. `/robots.txt`. */
  readonly path: string;
  answer(asked: ResourceRequest): Promise<Response>;
}
