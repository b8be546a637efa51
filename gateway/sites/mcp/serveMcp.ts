import type { FastifyInstance } from 'fastify';
import { quoted } from '../../core/describeValue.ts';
import { HttpError } from '../../core/httpError.ts';
import { isObject } from '../../core/validators.ts';
import { byteCost, largeBodyCost } from '../../graphql/operations/rateLimit/byteCost.ts';
import { chargeOrReject } from '../../graphql/operations/rateLimit/rateLimitError.ts';
import { clientIpOf } from '../../http/admission/exchange.ts';
import { MCP_ENDPOINT } from '../../http/graphql/endpoints.ts';
import { createOperationSignals } from '../../http/graphql/executeRequest.ts';
import { MAX_BODY_BYTES } from '../../http/hooks/rejectionCharge.ts';
import type { HandleMcpCall } from './mcpHandler.ts';
import type { McpServerOptions } from './mcpServer.ts';

/** Points of a request, in addition to the points of its operation and its bytes: creating a server takes about 1.5 ms. */
const REQUEST_COST = 16;

/**
 * Serves the Model Context Protocol at `/mcp`, in the stateless revision of 2026-07-28 and, for older clients, in the
 * revision of 2025-11-25: each request is complete in itself.
 */
export function serveMcp(app: FastifyInstance, options: McpServerOptions): void {
  const { graph } = options;
  let loaded: Promise<HandleMcpCall> | undefined;
  // The SDK would delay the start of the gateway.
  const load = () => {
    loaded ??= import('./mcpHandler.ts').then(({ createMcpCallHandler }) => createMcpCallHandler(options));
    return loaded;
  };

  app.route({
    method: [...MCP_ENDPOINT.methods, 'OPTIONS'],
    url: MCP_ENDPOINT.path,
    config: {
      kind: 'mcp',
      cors: { methods: [...MCP_ENDPOINT.methods] },
      isShed: true,
      rejectsKeyParameters: true,
      requiresHost: true,
    },
    async handler(request, reply) {
      const { headers, body } = request;
      const principal = await graph.authenticate({ headers, address: clientIpOf(request) });
      const cost = REQUEST_COST + largeBodyCost(Number(headers['content-length'] ?? MAX_BODY_BYTES));
      const charge = await chargeOrReject(graph.rateLimiter, principal.caller, cost);
      checkMessage(body);
      const handle = await load();
      const signals = createOperationSignals(reply, graph.operationTimeoutMs);
      const response = await handle({ request, principal, signals });
      const text = await response.text();
      charge?.settle(cost + byteCost(Buffer.byteLength(text)));
      return reply
        .code(response.status)
        .headers({ ...Object.fromEntries(response.headers), 'cache-control': 'no-store' })
        .send(text);
    },
  });
}

/**
 * @throws HttpError for several messages in one request, for an event stream, which would stay open, and for a tool with the name of
 * a property that every object has: the SDK would find that
 */
function checkMessage(body: unknown): void {
  if (!isObject(body))
    throw new HttpError(
      400,
      'BAD_REQUEST',
      `expected one JSON-RPC message, got ${Array.isArray(body) ? 'a batch; send each in a request of its own' : 'another value'}`,
    );
  if (body.method === 'tools/call' && isObject(body.params) && String(body.params.name) in Object.prototype)
    throw new HttpError(
      404,
      'NOT_FOUND',
      `expected the name of a tool, got ${quoted(String(body.params.name))}, which is not found; list the tools with tools/list`,
    );
  if (body.method === 'subscriptions/listen')
    throw new HttpError(
      400,
      'BAD_REQUEST',
      'expected a request with one response, got subscriptions/listen; subscribe over /graphql',
    );
}
