import type { Model } from '../../core/model/model.ts';
import { breadthOf, hasVideos, type RecordRow } from '../../core/model/searchRecord.ts';
import type { ContentClient } from '../../providers/content/client.ts';
import {
  type DocumentVersion,
  readDocumentsWithAsset,
  readRecords,
  readReferencingDocuments,
  readRows,
  readVersion,
  readVersions,
} from '../../providers/content/indexing.ts';
import type { MediaProvider } from '../../providers/media/provider.ts';
import { SuggestionTally } from '../../providers/search/suggestions.ts';
import type { IndexJobSources } from './jobHandler.ts';
import { indexedTypes } from './modelIndexes.ts';
import { assetIdsOf } from './moments.ts';
import { pagesOf } from './pages.ts';

/** The sources of the indexes, read without any cache. */
export interface IndexingSources extends IndexJobSources {
  /** Reads all published searchable documents, page by page, in the order of ids. */
  readAll(): AsyncIterable<readonly RecordRow[]>;
  readDocuments(last: string): Promise<{ rows: readonly RecordRow[]; total: number }>;
  /** Reads the versions of all published searchable documents, page by page, in the order of ids. */
  readAllVersions(): AsyncIterable<readonly DocumentVersion[]>;
  readVersions(ids: readonly string[]): Promise<readonly DocumentVersion[]>;
}

interface IndexingSourcesOptions {
  readonly model: Model;
  readonly content: ContentClient;
  readonly media: Pick<MediaProvider, 'readCues' | 'canPlay' | 'assetCache'>;
  /** Another process may receive the events of assets. */
  readonly isShared?: boolean;
}

/** Creates the sources over the content service and the media library. */
export function createIndexSources({
  model,
  content,
  media,
  isShared = false,
}: IndexingSourcesOptions): IndexingSources {
  const types = indexedTypes(model);
  const withRanking = (rows: readonly RecordRow[]) =>
    Promise.all(rows.map(async (row) => ({ ...row, ...(await rankingOf(row)) })));
  /** Returns the values that rank documents with the same words. */
  const rankingOf = async (row: RecordRow): Promise<Pick<RecordRow, '@playable' | '@breadth'>> => {
    const type = model.types.get(model.typeOfDocument.get(row._type) ?? '');
    const assets = assetIdsOf(model, row);
    return {
      ...(hasVideos(model) && { '@playable': assets.length === 0 || (await media.canPlay(assets)) }),
      '@breadth': type && breadthOf(model, type, row),
    };
  };
  const readUnranked = (last: string) => readRecords(content, model, types, last);
  const readDocuments = async (last: string) => {
    const { rows, total } = await readUnranked(last);
    return { rows: await withRanking(rows), total };
  };
  return {
    readAll: () => pagesOf(async (last) => (await readDocuments(last)).rows, lastIdOf),
    readDocuments,
    readAllVersions: () => pagesOf((last) => readVersions(content, types, { last }), lastIdOf),
    readVersions: (ids) => readVersions(content, types, { ids }),
    readRows: async (ids) => withRanking(await readRows(content, model, types, ids)),
    readReferencingDocuments: (id) => readReferencingDocuments(content, types, id),
    readDocumentsWithAsset: (asset) => readDocumentsWithAsset(content, types, asset),
    readVersion: (id) => readVersion(content, id),
    readCues: media.readCues,
    async refreshAsset(asset) {
      if (isShared) await media.assetCache.refresh(asset);
    },
    async countSuggestions() {
      const tally = new SuggestionTally();
      for await (const rows of pagesOf(async (last) => (await readUnranked(last)).rows, lastIdOf))
        for (const row of rows) tally.add(model, row);
      return tally.records();
    },
  };
}

/** Returns the last id of a page. */
const lastIdOf = (rows: readonly { readonly objectID: string }[]): string | undefined =>
  rows.at(-1)?.objectID;
