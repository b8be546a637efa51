import { isObject } from '../../../core/validators.ts';
import type { ContentClient } from '../../../providers/content/client.ts';
import { NEVER_ABORTED } from '../../../services/scheduling/deadline.ts';
import type { StudioDocument } from './sampleStatistics.ts';

/** Documents of each type that are read: enough to find a value that is sometimes absent. */
const DOCUMENTS_PER_TYPE = 200;
const PAGE_SIZE = 50;

/** Documents of a dataset, and the numbers of published documents. */
export interface DatasetSample {
  readonly documents: readonly StudioDocument[];
  /** By `_type`. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * Reads the published documents of each type with the lowest ids.
 * @throws UpstreamError
 */
export async function readDataset(client: ContentClient, types: readonly string[]): Promise<DatasetSample> {
  const documents: StudioDocument[] = [];
  const counts = new Map<string, number>();
  for (const type of types) {
    let after = '';
    for (let read = 0; read < DOCUMENTS_PER_TYPE; read += PAGE_SIZE) {
      const groq = `{"count": count(*[_type == $type]), "documents": *[_type == $type && _id > $after] | order(_id)[0...${PAGE_SIZE}]}`;
      const query = { groq, params: { type, after } };
      const { result } = await client.query(query, NEVER_ABORTED, { kind: 'poll', isValid: isPage });
      const page = result.documents as readonly (StudioDocument & { readonly _id: string })[];
      counts.set(type, result.count as number);
      documents.push(...page);
      after = page.at(-1)?._id ?? after;
      if (page.length < PAGE_SIZE) break;
    }
  }
  return { documents, counts };
}

const isPage = ({ count, documents }: Readonly<Record<string, unknown>>): boolean =>
  typeof count === 'number' &&
  Array.isArray(documents) &&
  documents.every((document) => isObject(document) && typeof document._id === 'string');
