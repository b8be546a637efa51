import type { RequestListener } from 'node:http';
import { type GraphQLResponse, queryGateway } from '../../support/stack.ts';
import { startLocalServer } from './localServer.ts';
import { loadTool } from './tools.ts';

/** A router over a supergraph. */
export interface Router {
  // biome-ignore lint/suspicious/noExplicitAny: the data has the shape of the query
  query(query: string, variables?: Record<string, unknown>): Promise<GraphQLResponse<any>>;
  close(): Promise<void>;
}

interface RuntimePackage {
  createGatewayRuntime(options: {
    readonly supergraph: string;
    readonly logging: boolean;
  }): RequestListener & AsyncDisposable;
}

/** Starts Hive Gateway over HTTP. @param supergraph its SDL */
export async function startRouter(supergraph: string): Promise<Router> {
  const { createGatewayRuntime } = loadTool<RuntimePackage>('@graphql-hive/gateway-runtime');
  const runtime = createGatewayRuntime({ supergraph, logging: false });
  const server = await startLocalServer(runtime);
  return {
    query: (query, variables) => queryGateway(new URL(server.url).origin, query, variables),
    async close() {
      await server.close();
      await runtime[Symbol.asyncDispose]();
    },
  };
}
