/** An address of the graph. */
interface Endpoint {
  readonly path: string;
  /** The methods that it accepts, besides OPTIONS, in the order of `Allow`. */
  readonly methods: readonly string[];
}

/** Operations, each with a response of its own. */
export const GRAPHQL_ENDPOINT: Endpoint = { path: '/graphql', methods: ['GET', 'HEAD', 'POST', 'QUERY'] };

/** Methods that only read: they execute no mutation, and their responses can be conditional (RFC 9110, 9.2.1; RFC 10008). */
const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'QUERY']);

export const isSafeMethod = (method: string): boolean => SAFE_METHODS.has(method);

/** The Model Context Protocol. */
export const MCP_ENDPOINT: Endpoint = { path: '/mcp', methods: ['POST'] };

/** Event streams for several operations (graphql-sse, "single connection mode"). */
export const STREAM_ENDPOINT: Endpoint = {
  path: '/graphql/stream',
  methods: ['GET', 'POST', 'PUT', 'DELETE'],
};
