import { type ExecutionResult, parse } from 'graphql';
import { readTypeDefs } from '../../gateway/graphql/schema/buildSchema.ts';
import { ROOT } from '../support/stack.ts';
import { type ContentGraph, createContentGraph, evaluatorClient } from './graph.ts';
import type { Doc } from './library.ts';

/** The model of everything that is awkward. */
const defs = await readTypeDefs(`${ROOT}tests/reference/oddities`);

/** A graph over that model and documents written by hand. */
export const open = (documents: readonly Doc[]): ContentGraph =>
  createContentGraph(defs, evaluatorClient(documents));

// biome-ignore lint/suspicious/noExplicitAny: the shape is the test's own query
type Answer = Omit<ExecutionResult, 'data'> & { data: any };

/** What a graph answers, as it goes over the wire. */
export const answer = async (
  graph: ContentGraph,
  text: string,
  variables: Record<string, unknown> = {},
): Promise<Answer> => JSON.parse(JSON.stringify(await graph.answer(parse(text), variables)));

/** The data of an answer over documents; throws where there are errors. */
export const ask = async (
  documents: readonly Doc[],
  text: string,
  variables: Record<string, unknown> = {},
): Promise<Answer['data']> => {
  const { data, errors } = await answer(open(documents), text, variables);
  if (errors) throw new AggregateError(errors, 'expected data alone');
  return data;
};

let minutes = 10;

/** A document of the awkward type, a minute younger than the one before. */
export const oddity = (id: string, attributes: Record<string, unknown> = {}): Doc => ({
  _id: id,
  _type: 'oddity',
  _createdAt: `2026-02-01T08:${minutes++}:00Z`,
  _updatedAt: '2026-03-01T00:00:00Z',
  slug: { _type: 'slug', current: id },
  ...attributes,
});

/** A document of the type that refers to the awkward one. */
export const keeper = (id: string, attributes: Record<string, unknown> = {}): Doc => ({
  ...oddity(id, attributes),
  _type: 'some-keeper',
});

/** A reference. */
export const to = (id: string, more: Record<string, unknown> = {}) => ({
  _type: 'reference',
  _ref: id,
  ...more,
});
