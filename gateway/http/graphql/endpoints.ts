/** An address of the graph. */
interface Endpoint {
  readonly path: string;
  /** The methods that it accepts, besides OPTIONS, in the order of `Allow`. */
  readonly methods: readonly string[];
}

/** Operations, each with a response of its own. */
export const GRAPHQL_ENDPOINT: Endpoint = { path: '/graphql', methods: ['GET', 'HEAD', 'POST', 'QUERY'] };

/** The Model Context Protocol. */
export const MCP_ENDPOINT: Endpoint = { path: '/mcp', methods: ['POST'] };

/** Event streams for several operations (graphql-sse, "single connection mode"). */
export const STREAM_ENDPOINT: Endpoint = {
  path: '/graphql/stream',
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
};
