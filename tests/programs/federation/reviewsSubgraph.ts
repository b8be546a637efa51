import { text } from 'node:stream/consumers';
import { type DocumentNode, type ExecutionResult, type GraphQLSchema, parse } from 'graphql';
import { type LocalServer, startLocalServer } from './localServer.ts';
import { loadTool } from './tools.ts';

/** The SDL of a team that adds reviews to films, and views to videos. It shares core types with the gateway. */
export const REVIEWS_SDL = `
  extend schema @link(url: "https://specs.apollo.dev/federation/v2.9", import: ["@key", "@shareable"])

  type Query { reviews(first: Int = 50): ReviewConnection! }
  type ReviewConnection { nodes: [Review!]! pageInfo: PageInfo! }
  type PageInfo @shareable {
    hasNextPage: Boolean!
    hasPreviousPage: Boolean!
    startCursor: String
    endCursor: String
  }
  scalar DateTime
  interface Node { id: ID! }
  type Review implements Node @key(fields: "id") { id: ID! rating: Int! writtenAt: DateTime! film: Film }
  type Film @key(fields: "id") { id: ID! reviews: [Review!]! }
  type Video @key(fields: "id") { id: ID! views: Int! }
`;

/** The same with a root field that the gateway has too. */
export const REVIEWS_WITH_NODE_SDL = REVIEWS_SDL.replace('"@shareable"', '"@shareable", "@override"').replace(
  'type Query {',
  'type Query { node(id: ID!): Node @override(from: "trivium")',
);

/** The rating of every review. */
export const RATING = 5;
/** The views of every video. */
export const VIEWS = 42;

interface SubgraphPackage {
  buildSubgraphSchema(
    modules: readonly { readonly typeDefs: DocumentNode; readonly resolvers: object }[],
  ): GraphQLSchema;
}
interface GraphqlPackage {
  graphql(request: {
    readonly schema: GraphQLSchema;
    readonly source: string;
    readonly variableValues?: Record<string, unknown>;
  }): Promise<ExecutionResult>;
}

/** Starts the subgraph over HTTP, with one review of each film. @param films their global ids */
export async function startReviewsSubgraph(films: readonly string[]): Promise<LocalServer> {
  const { buildSubgraphSchema } = loadTool<SubgraphPackage>('@apollo/subgraph');
  const { graphql } = loadTool<GraphqlPackage>('graphql');
  const reviews = films.map((film, i) => ({
    id: `review-${i}`,
    rating: RATING,
    writtenAt: '2026-01-01T00:00:00Z',
    film: { id: film },
  }));
  const pageInfo = { hasNextPage: false, hasPreviousPage: false };
  const resolvers = {
    Query: {
      reviews: (_: unknown, { first }: { first: number }) => ({ nodes: reviews.slice(0, first), pageInfo }),
    },
    Film: {
      __resolveReference: ({ id }: { id: string }) => ({ id }),
      reviews: ({ id }: { id: string }) => reviews.filter(({ film }) => film.id === id),
    },
    Review: { __resolveReference: ({ id }: { id: string }) => reviews.find((review) => review.id === id) },
    Video: { __resolveReference: ({ id }: { id: string }) => ({ id, views: VIEWS }) },
    Node: { __resolveType: () => 'Review' },
  };
  const schema = buildSubgraphSchema([{ typeDefs: parse(REVIEWS_SDL), resolvers }]);
  return startLocalServer(async (request, response) => {
    const { query, variables } = JSON.parse(await text(request)) as {
      query: string;
      variables?: Record<string, unknown>;
    };
    const result = await graphql({ schema, source: query, variableValues: variables ?? {} });
    response.setHeader('content-type', 'application/json').end(JSON.stringify(result));
  });
}
