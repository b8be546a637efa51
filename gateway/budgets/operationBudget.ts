import type {
  ApolloServerPlugin,
  GraphQLRequestContextResponseForOperation,
  GraphQLRequestContextWillSendResponse,
} from '@apollo/server';
import { HeaderMap } from '@apollo/server';
import { execute, type GraphQLFormattedError, type GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import { createAnsweredCosts } from '../limits/answeredCost.ts';
import { currentJourney } from '../watching/journey.ts';
import type { Budgets, Charge } from './budgets.ts';
import type { createDryRuns } from './dryRun.ts';
import { ASKS_COST, figures, toldCost } from './figures.ts';
import { rateLimited, retryAfter } from './rateLimited.ts';

/** Points of one request to a provider. */
const CALL_COST = 10;

interface OperationBudgetOptions {
  readonly schema: GraphQLSchema;
  readonly budgets: Budgets;
  readonly dryRuns: ReturnType<typeof createDryRuns>;
}

/** Between the moment an operation is let in and its answer. */
interface Visit {
  /** Undefined where nothing had to be taken: the answer was kept, or the caller has no limit. */
  charge?: Charge | undefined;
  /** Whether the operation was executed. */
  isDone: boolean;
}

type Answering = GraphQLRequestContextWillSendResponse<Context>;

/**
 * Takes what an operation may cost from its caller's budget before it is executed, and gives back what it did not need.
 * It stands behind what answers from what is kept, which therefore costs nothing and is refused to nobody.
 */
export function operationBudget(options: OperationBudgetOptions): ApolloServerPlugin<Context> {
  const { schema, budgets, dryRuns } = options;
  const answeredCost = createAnsweredCosts(schema);

  const actualCost = ({ operation, document, response, contextValue }: Answering): number => {
    const data = response.body.kind === 'single' ? response.body.singleResult.data : undefined;
    const answered = operation && document && data ? answeredCost({ operation, document, data }) : 0;
    const calls = Object.values(currentJourney()?.upstreamCalls ?? {}).reduce((sum, count) => sum + count, 0);
    return Math.min(contextValue.bill.requested, answered + CALL_COST * calls);
  };
  const dryRun = async (context: GraphQLRequestContextResponseForOperation<Context>) => {
    const { contextValue, request } = context;
    const charge = await budgets.charge(contextValue.caller, 0);
    contextValue.bill.standing = charge?.standing;
    const singleResult = await execute({
      schema,
      document: dryRuns.reduced(context),
      contextValue,
      variableValues: request.variables,
      operationName: request.operationName,
    });
    return answerOf(singleResult as { data: Record<string, unknown> });
  };

  return {
    async requestDidStart() {
      const visit: Visit = { isDone: false };
      return {
        async responseForOperation(context) {
          const { contextValue, operation, document, request } = context;
          const { bill, caller } = contextValue;
          // Apollo says otherwise, and asks also where the document has no operation of that name.
          if (!operation) return null;
          if (dryRuns.isDry({ operation, document, variables: request.variables ?? {} }))
            return dryRun(context);
          visit.charge = await budgets.charge(caller, bill.requested);
          bill.standing = visit.charge?.standing;
          visit.isDone = visit.charge?.granted ?? true;
          if (!visit.charge || visit.isDone) return null;
          const refused = rateLimited(bill.requested, visit.charge, caller).toJSON();
          const { http, body } = answerOf({ errors: [refused] });
          http.headers.set('retry-after', String(retryAfter(visit.charge)));
          return { http: { ...http, status: 429 }, body };
        },
        async willSendResponse(context) {
          const { bill, caller } = context.contextValue;
          const { headers, status } = context.response.http;
          const used = visit.isDone ? actualCost(context) : 0;
          const actual = used + bill.fee;
          const journey = currentJourney();
          if (journey && bill.requested > 0) journey.cost = { requested: bill.requested, actual };
          const left = visit.isDone && visit.charge?.giveBack(bill.requested - used);
          // What was taken for a refusal came after.
          if (left && bill.fee === 0) bill.standing = left;
          if (status === 429 || context.request.http?.headers.has(ASKS_COST)) {
            bill.standing ??= (await budgets.charge(caller, 0))?.standing;
            tellCost(context, actual);
          }
          // What a CDN keeps must tell nobody of somebody else's budget.
          if (bill.standing && !headers.get('cache-control')?.startsWith('public'))
            for (const [name, value] of figures(bill.standing, actual, Date.now())) headers.set(name, value);
        },
      };
    },
  };
}

/** Puts the cost into the answer, which is nobody else's then. */
function tellCost({ response, contextValue }: Answering, actual: number): void {
  if (response.body.kind !== 'single') return;
  const { singleResult } = response.body;
  singleResult.extensions = { ...singleResult.extensions, cost: toldCost(contextValue.bill, actual) };
  const { headers } = response.http;
  headers.set('cache-control', 'private, no-store');
  for (const name of ['etag', 'cache-tag']) headers.delete(name);
}

function answerOf(singleResult: {
  data?: Record<string, unknown>;
  errors?: GraphQLFormattedError[];
  extensions?: Record<string, unknown>;
}) {
  return {
    http: { status: undefined, headers: new HeaderMap() },
    body: { kind: 'single' as const, singleResult },
  };
}
