import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import type { Context } from '../../core/context.ts';
import type { PersistedQueryOptions } from './persisted/trustedDocuments.ts';
import type { Authenticator, Principal } from '../../services/auth/authenticate.ts';
import type { OperationLimits } from './cost/operationLimits.ts';

/** The graph as it is served, whichever way an operation comes: over HTTP or over a WebSocket. */
export interface GraphServices {
  readonly schema: GraphQLSchema;
  readonly log: Logger;
  readonly authenticate: Authenticator['authenticate'];
  /** Which documents are answered. */
  readonly persistedQueries: PersistedQueryOptions;
  /** What one operation may cost. */
  readonly operationLimits: OperationLimits;
  readonly rateLimiter: RateLimiter;
  /** Milliseconds for one operation. */
  readonly operationTimeoutMs: number;
  /** What one operation carries; `signal` aborts when its client goes, and at the deadline. */
  createContext(signal: AbortSignal, principal: Principal): Context;
}
