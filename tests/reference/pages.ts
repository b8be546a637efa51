import { readTypeDefs } from '../../gateway/graphql/schema/buildSchema.ts';
import { ROOT } from '../support/stack.ts';
import { type ContentGraph, createContentGraph, createEvaluatorClient } from './contentGraph.ts';
import type { Doc } from './dataset.ts';

/** The pages model, see `pagesCase`. */
const defs = await readTypeDefs(`${ROOT}tests/support/fixtures/pages/schema`);

/** Creates the content schema of the pages model over documents. */
export const createPagesGraph = (documents: readonly Doc[]): ContentGraph =>
  createContentGraph(defs, createEvaluatorClient(documents));

const TIMES = { _createdAt: '2026-02-01T08:00:00Z', _updatedAt: '2026-03-01T00:00:00Z' };

/** Creates a page. Its slug is its id. */
export const page = (id: string, attributes: Record<string, unknown> = {}): Doc => ({
  _id: id,
  _type: 'page',
  ...TIMES,
  title: id,
  slug: { _type: 'slug', current: id },
  ...attributes,
});

/** Creates a document of another type. */
export const documentOf = (type: string, id: string, attributes: Record<string, unknown> = {}): Doc => ({
  _id: id,
  _type: type,
  ...TIMES,
  ...attributes,
});

/** Creates a block of text. */
export const textBlock = (text: string, _key = 'b') => ({
  _type: 'block',
  _key,
  markDefs: [],
  children: [{ _type: 'span', _key: 's', text, marks: [] }],
});

/** Creates an image with an asset. */
export const image = (name: string, more: Record<string, unknown> = {}) => ({
  _type: 'image',
  asset: { _type: 'reference', _ref: `image-${name}-40x30-png` },
  ...more,
});
