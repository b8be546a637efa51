import type { FastifyInstance } from 'fastify';
import { GraphQLError } from 'graphql';
import type { StatusRules } from '../../config/config.ts';
import type { ExecuteOperation } from '../../graphql/operations/executeOperation.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { resolveDocument } from '../../graphql/operations/persisted/resolveDocument.ts';
import { clientOf } from '../../services/usage/client.ts';
import { withOrigin } from '../docs/markdown/withOrigin.ts';
import { clientPrograms } from '../explorer/clientPrograms.ts';
import { type GuideOperations, readGuideOperations } from '../explorer/guideOperations.ts';
import { planQuery } from '../explorer/queryPlan.ts';
import { createOperationSignal } from '../graphql/executeRequest.ts';
import { readParameters } from '../graphql/readRequest.ts';
import { statusOf } from '../graphql/status.ts';
import { resultOf, sendRejection } from '../graphql/writeResponse.ts';
import { clientIpOf } from '../hooks/clientIp.ts';
import { EXPLORER_PATH } from './builtWeb.ts';

const CONFIG = { kind: 'explorer', cors: false, rejectsKeyParameters: true, requiresHost: true } as const;
const NO_STORE = { 'cache-control': 'private, no-store' } as const;
/** The explorer reads the statuses of the GraphQL media type. */
const CLIENT = { getsGraphqlResponse: true, isJsonOnly: false } as const;

interface ExplorerServices {
  readonly graph: GraphServices;
  readonly execute: ExecuteOperation;
  readonly statusRules: StatusRules;
}

/** Serves what the explorer needs besides the graph: the plan of a query, programs for clients, and the examples of the guides. */
export function serveExplorer(app: FastifyInstance, services: ExplorerServices): void {
  servePlans(app, services);
  app.post(`${EXPLORER_PATH}programs`, { config: CONFIG }, async (request, reply) => {
    try {
      const { query = '', variables } = readParameters(request);
      const programs = clientPrograms({ query, variables });
      return reply
        .headers(NO_STORE)
        .send(programs.map(({ code, ...rest }) => ({ ...rest, code: withOrigin(code, request) })));
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return sendRejection(reply, [error]);
    }
  });
  let operations: Promise<readonly GuideOperations[]> | undefined;
  app.get(`${EXPLORER_PATH}examples.json`, { config: CONFIG }, async (_request, reply) => {
    operations ??= readGuideOperations();
    return reply.header('cache-control', 'no-cache').send(await operations);
  });
}

/** Serves the plans of queries. */
function servePlans(app: FastifyInstance, { graph, execute, statusRules }: ExplorerServices): void {
  app.post(`${EXPLORER_PATH}plan`, { config: { ...CONFIG, isShed: true } }, async (request, reply) => {
    try {
      const principal = await graph.authenticate({ headers: request.headers, address: clientIpOf(request) });
      const { operationName, variables, ...requested } = readParameters(request);
      const document = await resolveDocument(graph.persistedQueries, principal.caller, requested);
      const client = clientOf((name) => request.headers[name], principal.caller);
      const planned = await planQuery(
        { graph, execute },
        { document, operationName, variables, client },
        principal,
        createOperationSignal(reply, graph.operationTimeoutMs),
      );
      if ('plan' in planned) return reply.headers(NO_STORE).send(planned.plan);
      const { http } = planned.response;
      const result = resultOf(planned.response);
      return reply
        .code(statusOf({ status: http.status, ...result }, CLIENT, statusRules))
        .headers({ ...Object.fromEntries(http.headers), ...NO_STORE })
        .send(result);
    } catch (error) {
      if (!(error instanceof GraphQLError)) throw error;
      return sendRejection(reply, [error]);
    }
  });
}
