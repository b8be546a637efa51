import { type ExecutionResult, parse } from 'graphql';
import type { ComputedFields } from '../../gateway/graphql/schema/bindDirectives.ts';
import { readTypeDefs } from '../../gateway/graphql/schema/buildSchema.ts';
import { ROOT } from '../support/stack.ts';
import { type ContentGraph, createContentGraph, createEvaluatorClient } from './contentGraph.ts';
import type { Doc } from './dataset.ts';

/** The edge cases model, see `edgeCasesModel`. */
const defs = await readTypeDefs(`${ROOT}tests/support/fixtures/edgeCases/schema`);

/** Creates the content schema of the edge cases model over documents. */
export const createGraph = (documents: readonly Doc[], computed: ComputedFields = {}): ContentGraph =>
  createContentGraph({ ...defs, computed }, createEvaluatorClient(documents));

// biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
type Response = Omit<ExecutionResult, 'data'> & { data: any };

/** Executes an operation. Returns the response as JSON. */
export const execute = async (
  graph: ContentGraph,
  text: string,
  variables: Record<string, unknown> = {},
  locale?: string,
): Promise<Response> => JSON.parse(JSON.stringify(await graph.execute(parse(text), variables, locale)));

/** Executes an operation over documents. Returns its data. @throws AggregateError if there are errors */
export const query = async (
  documents: readonly Doc[],
  text: string,
  variables: Record<string, unknown> = {},
): Promise<Response['data']> => {
  const { data, errors } = await execute(createGraph(documents), text, variables);
  if (errors) throw new AggregateError(errors, 'expected data without errors');
  return data;
};

let minutes = 10;

/** Creates a document of type `edgeCase`. Each is created one minute after the previous one. */
export const edgeCase = (id: string, attributes: Record<string, unknown> = {}): Doc => ({
  _id: id,
  _type: 'edgeCase',
  _createdAt: `2026-02-01T08:${minutes++}:00Z`,
  _updatedAt: '2026-03-01T00:00:00Z',
  slug: { _type: 'slug', current: id },
  ...attributes,
});

/** Creates a document of type `some-parent`, which references edge cases. */
export const parent = (id: string, attributes: Record<string, unknown> = {}): Doc => ({
  ...edgeCase(id, attributes),
  _type: 'some-parent',
});

/** Creates a reference. */
export const reference = (id: string, more: Record<string, unknown> = {}) => ({
  _type: 'reference',
  _ref: id,
  ...more,
});
