import { readTypeDefs } from '../../gateway/graphql/schema/buildSchema.ts';
import { ROOT } from '../support/stack.ts';
import { type ContentGraph, createContentGraph, createEvaluatorClient } from './contentGraph.ts';
import type { Doc } from './dataset.ts';
import { documentOf } from './pages.ts';

/** The venues model, see `venuesCase`. */
const defs = await readTypeDefs(`${ROOT}tests/support/fixtures/venues/schema`);

/** Creates the content schema of the venues model over documents. */
export const createVenuesGraph = (documents: readonly Doc[]): ContentGraph =>
  createContentGraph(defs, createEvaluatorClient(documents));

/** Creates a venue. Its slug and name are its id. */
export const venue = (id: string, attributes: Record<string, unknown> = {}): Doc =>
  documentOf('venue', id, { name: id, slug: { _type: 'slug', current: id }, ...attributes });

/** Creates a file with an asset. */
export const file = (name: string, more: Record<string, unknown> = {}) => ({
  _type: 'file',
  asset: { _type: 'reference', _ref: `file-${name}-pdf` },
  ...more,
});

/** Creates the document of a file's asset. */
export const fileAsset = (name: string, size = 1000): Doc =>
  documentOf('sanity.fileAsset', `file-${name}-pdf`, {
    originalFilename: `${name}.pdf`,
    mimeType: 'application/pdf',
    size,
  });

/** Creates a geopoint. */
export const geoPoint = (lat: number, lng: number, more: Record<string, unknown> = {}) => ({
  _type: 'geopoint',
  lat,
  lng,
  ...more,
});
