import { readFile } from 'node:fs/promises';
import type { GraphQLResponse } from '@apollo/server';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { anonymousCaller } from '../../core/context.ts';
import { packageFile } from '../../core/packageFiles.ts';
import type { ExecuteOperation } from '../../graphql/operations/executeOperation.ts';
import type { GraphServices } from '../../graphql/operations/graphServices.ts';
import { rejectDeepVariables } from '../../graphql/operations/limits/variables.ts';
import { resolveDocument } from '../../graphql/operations/persisted/resolveDocument.ts';
import { rejectedResponse } from '../../graphql/operations/prepared/formatErrors.ts';
import { byteCost } from '../../graphql/operations/rateLimit/byteCost.ts';
import { chargeOrReject } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import { RejectedOperation } from '../../graphql/operations/rejectedOperation.ts';
import { clientIpOf } from '../../http/admission/exchange.ts';
import { createOperationSignals } from '../../http/graphql/executeRequest.ts';
import { GRAPHQL_RESPONSE_TYPE } from '../../http/graphql/mediaTypes.ts';
import { readParameters } from '../../http/graphql/readOperation.ts';
import { writeResponse } from '../../http/graphql/writeResponse.ts';
import { MAX_BODY_BYTES } from '../../http/hooks/rejectionCharge.ts';
import { EXPLORER_PATH } from '../../http/pages/builtWeb.ts';
import type { RateLimiter } from '../../services/rateLimit/rateLimiter.ts';
import { clientOf } from '../../services/usage/usageRecorder.ts';
import { GUIDE_PAGES, guideAddress } from '../docs/guides/guidePages.ts';
import type { ExampleOperation } from '../docs/markdown/examples.ts';
import { readExamples } from '../docs/markdown/renderMarkdown.ts';
import { withOrigin } from '../docs/markdown/withOrigin.ts';
import { clientPrograms } from './clientPrograms.ts';
import { planQuery } from './queryPlan.ts';

const CONFIG = { kind: 'explorer', cors: false, rejectsKeyParameters: true, requiresHost: true } as const;
/** Points of the programs for an operation, in addition to the points of their bytes: each program contains the operation. */
const PROGRAMS_COST = 20;
const PROGRAM_COUNT = 5;
const NO_STORE = { 'cache-control': 'private, no-store' } as const;

interface ExplorerServices {
  readonly graph: GraphServices;
  readonly execute: ExecuteOperation;
  /** Returns the public origin, once the server listens. It does not depend on request headers. */
  origin(): string;
}

/** Serves what the explorer needs besides the graph: the plan of a query, programs for clients, and the examples of the guides. */
export function serveExplorer(app: FastifyInstance, services: ExplorerServices): void {
  const { graph, origin } = services;
  servePlans(app, services);
  app.post(`${EXPLORER_PATH}programs`, { config: CONFIG }, async (request, reply) => {
    await chargePrograms(graph.rateLimiter, request);
    const { query = '', variables } = readParameters(request);
    rejectDeepVariables(variables);
    const programs = clientPrograms({ query, variables });
    return reply
      .headers(NO_STORE)
      .send(programs.map(({ code, ...rest }) => ({ ...rest, code: withOrigin(code, origin()) })));
  });
  let operations: Promise<readonly GuideOperations[]> | undefined;
  app.get(`${EXPLORER_PATH}examples.json`, { config: CONFIG }, async (_request, reply) => {
    operations ??= readGuideOperations();
    return reply.header('cache-control', 'no-cache').send(await operations);
  });
}

/** Charges the address of a client for the programs. @throws Rejected `RATE_LIMITED` if it has too few points */
async function chargePrograms(rateLimiter: RateLimiter, request: FastifyRequest): Promise<void> {
  const caller = anonymousCaller(clientIpOf(request));
  const bytes = Number(request.headers['content-length'] ?? MAX_BODY_BYTES);
  const cost = PROGRAMS_COST + PROGRAM_COUNT * byteCost(bytes);
  await chargeOrReject(rateLimiter, caller, cost);
}

/** Serves the plans of queries. */
function servePlans(app: FastifyInstance, { graph, execute }: ExplorerServices): void {
  app.post(`${EXPLORER_PATH}plan`, { config: { ...CONFIG, isShed: true } }, async (request, reply) => {
    const write = (response: GraphQLResponse) => {
      // The explorer reads the statuses of the GraphQL media type.
      const body = writeResponse(request, reply, response, GRAPHQL_RESPONSE_TYPE);
      return reply.headers(NO_STORE).send(body);
    };
    try {
      const principal = await graph.authenticate({ headers: request.headers, address: clientIpOf(request) });
      const { operationName, variables, ...requested } = readParameters(request);
      const document = await resolveDocument(graph.persistedQueries, principal.caller, requested);
      const client = clientOf((name) => request.headers[name], principal.caller);
      const { response, plan } = await planQuery(
        { graph, execute },
        { document, operationName, variables, client },
        principal,
        createOperationSignals(reply, graph.operationTimeoutMs),
      );
      return plan ? reply.headers(NO_STORE).send(plan) : write(response);
    } catch (error) {
      if (error instanceof RejectedOperation) return write(rejectedResponse(error.errors));
      throw error;
    }
  });
}

/** The operations of a guide. */
interface GuideOperations {
  readonly title: string;
  /** The address of the guide. */
  readonly path: string;
  readonly operations: readonly ExampleOperation[];
}

/** Reads the operations of the guides, in the order of the guides. The guides are about the sample. */
async function readGuideOperations(): Promise<readonly GuideOperations[]> {
  const guides = await Promise.all(
    GUIDE_PAGES.map(async (page) => {
      const examples = await readExamples(await readFile(packageFile(page.file), 'utf8'));
      const operations = examples.flatMap(({ operation }) => operation ?? []);
      return { title: page.title, path: guideAddress(page), operations };
    }),
  );
  return guides.filter(({ operations }) => operations.length > 0);
}
