import type { GraphQLSchema } from 'graphql';
import type { Logger } from 'pino';
import type { Budgets } from './budgets/budgets.ts';
import type { Context } from './context.ts';
import type { Admission } from './documents/admission.ts';
import type { Doorkeeper, Visitor } from './keys/doorkeeper.ts';
import type { OperationLimits } from './limits/operationLimits.ts';

/** The graph as it is served, whichever way an operation comes: over HTTP or over a WebSocket. */
export interface ServedGraph {
  readonly schema: GraphQLSchema;
  readonly log: Logger;
  readonly admit: Doorkeeper['admit'];
  /** Which documents are answered. */
  readonly documents: Admission;
  /** What one operation may cost. */
  readonly limits: OperationLimits;
  readonly budgets: Budgets;
  /** Milliseconds for one operation. */
  readonly deadline: number;
  /** What one operation carries; `signal` aborts when its client goes, and at the deadline. */
  createContext(signal: AbortSignal, visitor: Visitor): Context;
}
