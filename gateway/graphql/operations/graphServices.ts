import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Context, OperationSignals } from '../../core/context.ts';
import type { Authenticator, Principal } from '../../services/auth/authenticate.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import type { UpstreamRecorder } from '../../services/upstream/upstreamRecorder.ts';
import type { UsageRecorder } from '../../services/usage/usageRecorder.ts';
import type { VisibleSchemas } from '../schema/scopes/visibleSchema.ts';
import type { OperationLimits } from './cost/operationLimits.ts';
import type { FactsOf } from './document/documentFacts.ts';
import type { ExecutionServices } from './execution/processorTime.ts';
import type { PersistedQueryOptions } from './persisted/resolveDocument.ts';
import type { ValidDocuments } from './prepared/validDocuments.ts';

/** The services that execute operations over HTTP and WebSocket. */
export interface GraphServices {
  readonly schema: GraphQLSchema;
  readonly factsOf: FactsOf;
  /** The schemas that callers see. */
  readonly visibleSchemas: VisibleSchemas;
  readonly log: Logger;
  readonly authenticate: Authenticator['authenticate'];
  readonly persistedQueries: PersistedQueryOptions;
  readonly validDocuments: ValidDocuments;
  readonly operationLimits: OperationLimits;
  readonly rateLimiter: RateLimiter;
  readonly execution: ExecutionServices;
  /** Counts the schema coordinates that operations use. */
  readonly usage: Pick<UsageRecorder, 'record'>;
  readonly operationTimeoutMs: number;
  /**
   * @param signals of an operation over HTTP: `createOperationSignals`
   * @param recorder records the requests of the operation to the providers, which then bypass the caches
   */
  createContext(signals: OperationSignals, principal: Principal, recorder?: UpstreamRecorder): Context;
}
