import type { ContentClient } from '../content/client.ts';
import {
  type DocumentVersion,
  readBearers,
  readRecords,
  readReferring,
  readRows,
  readVersion,
  readVersions,
} from '../content/record.ts';
import type { MediaRoom } from '../media/room.ts';
import type { Model } from '../model/model.ts';
import type { RecordRow } from '../model/searchables.ts';
import { SuggestionTally } from '../search/records.ts';
import type { LiveSources } from './keeper.ts';
import { indexedTypes } from './rebuild.ts';

/** What the indexes are made of, read past every cache. */
export interface AllSources extends LiveSources {
  /** Pages of all published searchable documents, in the order of their ids. */
  readAll(): AsyncIterable<readonly RecordRow[]>;
  readDocuments(last: string): Promise<{ rows: readonly RecordRow[]; total: number }>;
  /** Pages of the versions of all published searchable documents, in the order of their ids. */
  readAllVersions(): AsyncIterable<readonly DocumentVersion[]>;
  readVersions(ids: readonly string[]): Promise<readonly DocumentVersion[]>;
}

interface Rooms {
  readonly model: Model;
  readonly content: ContentClient;
  readonly media: Pick<MediaRoom, 'readCues' | 'mirror'>;
  /** Whether news of assets may have come to another process. */
  readonly isShared?: boolean;
}

/** The content service and the media library as the index reads them. */
export function createIndexSources({ model, content, media, isShared = false }: Rooms): AllSources {
  const types = indexedTypes(model);
  const readDocuments = (last: string) => readRecords(content, model, types, last);
  const readAll = () => pagesOf(async (last) => (await readDocuments(last)).rows);
  return {
    readAll,
    readDocuments,
    readAllVersions: () => pagesOf((last) => readVersions(content, types, { last })),
    readVersions: (ids) => readVersions(content, types, { ids }),
    readRows: (ids) => readRows(content, model, types, ids),
    readReferring: (id) => readReferring(content, types, id),
    readBearers: (asset) => readBearers(content, types, asset),
    readVersion: (id) => readVersion(content, id),
    readCues: (asset) => media.readCues(asset),
    async refreshAsset(asset) {
      if (isShared) await media.mirror.refresh(asset);
    },
    async countSuggestions() {
      const tally = new SuggestionTally();
      for await (const rows of readAll()) for (const row of rows) tally.add(model, row);
      return tally.records();
    },
  };
}

/** The pages that `read` answers to the id that ended the one before, until one is empty. */
async function* pagesOf<Row extends { readonly objectID: string }>(
  read: (last: string) => Promise<readonly Row[]>,
): AsyncIterable<readonly Row[]> {
  for (let last = ''; ; ) {
    const rows = await read(last);
    const end = rows.at(-1)?.objectID;
    if (end === undefined) return;
    if (end <= last) throw new Error(`expected documents after ${last}, got a page that ends with ${end}`);
    yield rows;
    last = end;
  }
}
