import { createMcpHandler } from '@modelcontextprotocol/server';
import { MCP_ENDPOINT } from '../../http/graphql/endpoints.ts';
import type { McpCall } from './mcpGraph.ts';
import { createMcpServers, type McpServerOptions } from './mcpServer.ts';

/** Answers one request to the MCP server. */
export type HandleMcpCall = (call: McpCall) => Promise<Response>;

/** Creates the handler of requests. Each is complete in itself, so it gets a server of its own. */
export function createMcpCallHandler(options: McpServerOptions): HandleMcpCall {
  const createMcpServer = createMcpServers(options);
  const calls = new WeakMap<Request, McpCall>();
  const handler = createMcpHandler(
    ({ requestInfo }) => {
      const call = requestInfo && calls.get(requestInfo);
      if (!call) throw new Error('expected the request of the call, got another one');
      return createMcpServer(call);
    },
    { onerror: (err) => options.graph.log.debug({ err }, 'a request to the MCP server was rejected') },
  );
  return (call) => {
    const { method, headers, body } = call.request;
    const url = new URL(MCP_ENDPOINT.path, options.origin());
    const request = new Request(url, {
      method,
      headers: headersOf(headers),
      signal: call.signals.client.signal,
    });
    calls.set(request, call);
    return handler.fetch(request, { parsedBody: body });
  };
}

const headersOf = (headers: McpCall['request']['headers']): Headers =>
  new Headers(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    ),
  );
