import type { CaptionTrack, Cue } from '../../../core/captionTrack.ts';
import { facetsOf, type Model, REFERENCE_KEY } from '../../../core/model/model.ts';
import {
  BREADTH_ATTRIBUTE,
  PLAYABLE_ATTRIBUTE,
  type RecordRow,
  recordText,
} from '../../../core/model/searchRecord.ts';
import { type FittedRecords, type IndexRecord, shortId, splitRecord } from '../records/recordSize.ts';
import { DOCUMENT_FACETS_ATTRIBUTE, DOCUMENT_ID_ATTRIBUTE } from '../settings.ts';

/**
 * Returns the records of a document: its searchable attributes that are not empty. A document with long texts has several records.
 * `_createdAt` is in seconds, because Algolia ranks by numbers.
 */
export function documentRecords(row: RecordRow): FittedRecords {
  const attributes = Object.entries(row).filter(([name]) => !name.startsWith('@'));
  const record: IndexRecord = {
    ...(withoutEmpty(Object.fromEntries(attributes)) as IndexRecord),
    [DOCUMENT_ID_ATTRIBUTE]: row.objectID,
    _createdAt: Math.floor(Date.parse(row._createdAt) / 1000),
    ...(row['@playable'] !== undefined && { [PLAYABLE_ATTRIBUTE]: row['@playable'] }),
    ...(row['@breadth'] !== undefined && { [BREADTH_ATTRIBUTE]: row['@breadth'] }),
  };
  return splitRecord(record);
}

/** Returns the facet values of a document with the attribute names of its record; moments are filtered by them. */
export function facetValuesOf(model: Model, row: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const facets = model.locales.all.flatMap((locale) => facetsOf(model, locale));
  const values = facets.flatMap(({ field, kind, attribute }) => {
    // Of a reference, the attribute of the facet is a part of the value.
    const name = kind === 'reference' ? attribute.slice(0, -REFERENCE_KEY.length - 1) : attribute;
    if (field === undefined || isEmpty(row[name])) return [];
    const keys = [row[name]].flat().flatMap((reference) => {
      const key = (reference as Readonly<Record<string, unknown>> | null)?.[REFERENCE_KEY];
      return typeof key === 'string' ? { [REFERENCE_KEY]: key } : [];
    });
    return [[name, kind === 'reference' ? keys : row[name]] as const];
  });
  return withoutEmpty(Object.fromEntries(values)) as Record<string, unknown>;
}

/** The captions of a video in a document. */
interface VideoCaptions {
  readonly asset: string;
  /** True for the first video of the document, whose moments have shorter ids. */
  readonly isFirst: boolean;
  readonly tracks: readonly CaptionTrack[];
}

/**
 * Returns one record per cue; its id consists of document, asset, language and start time in milliseconds, and of a number for
 * further cues with the same start. A cue that several tracks of a language have is one moment. `moment` is equal for the same time
 * in all languages.
 * @param facetValues of the document
 */
export function momentRecords(
  row: RecordRow,
  { asset, isFirst, tracks }: VideoCaptions,
  facetValues: Readonly<Record<string, unknown>> = {},
): IndexRecord[] {
  const { _type, objectID: document } = row;
  const video = isFirst ? document : `${document}:${asset}`;
  const byLanguage = Map.groupBy(tracks, ({ language }) => language);
  const documentFacets = isEmpty(facetValues) ? {} : { [DOCUMENT_FACETS_ATTRIBUTE]: facetValues };
  return [...byLanguage].flatMap(([language, ofLanguage]) => {
    const cues = ofLanguage.flatMap(({ track, cues }) => cues.map((cue): OwnCue => ({ ...cue, track })));
    const uses = new Map<string, number>();
    return distinctCues(cues).map(({ track, start, end, text }): IndexRecord => {
      const time = numbered(String(Math.round(start * 1000)), uses);
      return {
        objectID: shortId(`${video}:${language}:${time}`),
        document,
        _type,
        asset,
        track,
        moment: `${asset}:${time}`,
        language,
        start,
        end,
        text,
        ...documentFacets,
      };
    });
  });
}

/** A cue with the id of its track. */
interface OwnCue extends Cue {
  readonly track: string;
}

/** Returns the cues with words in the order of time, in one line each. Of equal cues, the first stays. */
function distinctCues(cues: readonly OwnCue[]): readonly OwnCue[] {
  const lines = cues.map(
    (cue): OwnCue => ({ ...cue, text: cue.text.toWellFormed().replace(/\s+/g, ' ').trim() }),
  );
  const known = new Set<string>();
  return lines
    .filter(({ start, end, text }) => {
      const key = `${start} ${end} ${recordText(text)}`;
      const isNew = text !== '' && !known.has(key);
      known.add(key);
      return isNew;
    })
    .toSorted((a, b) => a.start - b.start || a.end - b.end);
}

/** Returns a name, with a number from the second use on. */
function numbered(name: string, uses: Map<string, number>): string {
  const use = (uses.get(name) ?? 0) + 1;
  uses.set(name, use);
  return use === 1 ? name : `${name}:${use}`;
}

function withoutEmpty(value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed();
  if (Array.isArray(value)) return value.map(withoutEmpty).filter((element) => !isEmpty(element));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, inner]) => {
      const cleaned = withoutEmpty(inner);
      return isEmpty(cleaned) ? [] : [[key, cleaned]];
    }),
  );
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === '' ||
  (typeof value === 'object' && Object.keys(value).length === 0);
