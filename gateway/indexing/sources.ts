import type { ContentClient } from '../content/client.ts';
import { readBearers, readRecords, readReferring, readRows, readUpdatedAt } from '../content/record.ts';
import type { MediaRoom } from '../media/room.ts';
import type { Model } from '../model.ts';
import { SuggestionTally } from '../search/records.ts';
import type { RecordRow } from '../searchables.ts';
import type { LiveSources } from './keeper.ts';
import { indexedTypes } from './rebuild.ts';

/** What the indexes are made of, read past every cache. */
export interface AllSources extends LiveSources {
  /** Pages of all published searchable documents, in the order of their ids. */
  readAll(): AsyncIterable<readonly RecordRow[]>;
  readDocuments(last: string): Promise<{ rows: readonly RecordRow[]; total: number }>;
}

interface Rooms {
  readonly model: Model;
  readonly content: ContentClient;
  readonly media: Pick<MediaRoom, 'readCues'>;
}

/** The content service and the media library as the index reads them. */
export function createIndexSources({ model, content, media }: Rooms): AllSources {
  const types = indexedTypes(model);
  const readDocuments = (last: string) => readRecords(content, model, types, last);
  async function* readAll() {
    for (let last = ''; ; ) {
      const { rows } = await readDocuments(last);
      const end = rows.at(-1)?.objectID;
      if (end === undefined) return;
      if (end <= last) throw new Error(`expected documents after ${last}, got a page that ends with ${end}`);
      yield rows;
      last = end;
    }
  }
  return {
    readAll,
    readDocuments,
    readRows: (ids) => readRows(content, model, types, ids),
    readReferring: (id) => readReferring(content, types, id),
    readBearers: (asset) => readBearers(content, types, asset),
    readUpdatedAt: (id) => readUpdatedAt(content, id),
    readCues: (asset) => media.readCues(asset),
    async countSuggestions() {
      const tally = new SuggestionTally();
      for await (const rows of readAll()) for (const row of rows) tally.add(model, row);
      return tally.records();
    },
  };
}
