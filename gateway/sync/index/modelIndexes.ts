import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { IndexSettings } from 'algoliasearch';
import type { Config } from '../../config/config.ts';
import { isSearchable, type Model } from '../../core/model/model.ts';
import { synonymsOf } from '../../core/model/searchRecord.ts';
import { recordsFingerprint } from '../../providers/content/indexing.ts';
import { type IndexNames, indexNames } from '../../providers/search/client.ts';
import { documentSettings, momentSettings, suggestionSettings } from '../../providers/search/settings.ts';

/** The indexes of a model. Models with other records or settings have other indexes, so that both can be used at once. */
export interface ModelIndexes {
  /** Identifies the records and settings of the model, and the dataset. */
  readonly fingerprint: string;
  /** The dataset of the records, as `<project>/<dataset>`. */
  readonly dataset: string;
  readonly names: IndexNames;
  /** The settings that follow from the model. `trivium index` restores them; the dashboard can change all other settings. */
  readonly settings: Readonly<Record<keyof IndexNames, IndexSettings>>;
  /** The synonyms that the model declares, for documents and moments. */
  readonly synonyms: readonly (readonly string[])[];
}

/** `userData` of a document index that is complete. */
export interface IndexMark {
  readonly model: string;
  readonly dataset: string;
  /** The time of the last use by a gateway, in ISO 8601, to the day. */
  readonly usedAt: string;
}

const FINGERPRINT_CHARACTERS = 8;

/** Returns the indexes of a model for a dataset. */
export function modelIndexes(
  { content, search }: Pick<Config, 'content' | 'search'>,
  model: Model,
): ModelIndexes {
  const dataset = `${content.projectId}/${content.dataset}`;
  const settings = {
    documents: documentSettings(model, search.languages),
    moments: momentSettings(model, search.languages),
    suggestions: suggestionSettings,
  };
  const synonyms = synonymsOf(model);
  const contained = [recordsFingerprint(model, indexedTypes(model)), settings, dataset, synonyms];
  const fingerprint = hash('sha256', JSON.stringify(contained), 'hex').slice(0, FINGERPRINT_CHARACTERS);
  return {
    fingerprint,
    dataset,
    settings,
    synonyms,
    names: indexNames(`${search.indexPrefix}_${fingerprint}`),
  };
}

/** Returns the types whose documents have records. */
export const indexedTypes = (model: Model) => model.documents.filter(isSearchable);

/** Returns the fingerprint in the name of an index; undefined if it is not the index of a model with this prefix. */
export function fingerprintOf(name: string, prefix: string): string | undefined {
  const [, fingerprint] =
    /^_([0-9a-f]{8})_(?:documents|moments|suggestions)(?:_tmp_[0-9a-f]{8})?$/.exec(
      name.startsWith(prefix) ? name.slice(prefix.length) : '',
    ) ?? [];
  return fingerprint;
}

/** Reads the mark of a document index from its settings; undefined if the index is missing, or was not built. */
export function readMark(settings: IndexSettings | null): IndexMark | undefined {
  const { model, dataset, usedAt } = (settings?.userData ?? {}) as Partial<IndexMark>;
  return typeof model === 'string' && typeof dataset === 'string' && !Number.isNaN(Date.parse(usedAt ?? ''))
    ? { model, dataset, usedAt: usedAt as string }
    : undefined;
}

/** Returns the names of the settings that differ. Algolia returns an empty list as null, or omits it. */
export function differentSettings(expected: IndexSettings, actual: object): readonly string[] {
  const normalized = (value: unknown) =>
    value === null || (Array.isArray(value) && value.length === 0) ? undefined : value;
  return Object.entries(expected)
    .filter(
      ([name, value]) =>
        !isDeepStrictEqual(normalized(value), normalized((actual as Record<string, unknown>)[name])),
    )
    .map(([name]) => name);
}
