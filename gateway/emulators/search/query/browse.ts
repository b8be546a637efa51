import { badRequest } from '../api/apiError.ts';
import { BROWSE_PAGE_SIZE } from '../api/limits.ts';
import { text } from '../api/parameterParsers.ts';
import { asQueryString, readParameters, type SearchParameters } from '../api/searchParameters.ts';
import { parseRequestFilters } from '../filters/applyFilters.ts';
import { pickAttributes, type SearchRecord } from '../index/attributes.ts';
import type { SearchOptions } from '../index/settings.ts';
import { findRecords } from './findRecords.ts';
import { topSlots } from './ranking.ts';
import type { SearchRequest, SearchResponse } from './search.ts';

/** Options that browse overrides and parameters that it ignores. */
const FIXED = { distinct: 0, typoTolerance: true, ignorePlurals: false, advancedSyntax: false } as const;
const IGNORED = ['optionalFilters', 'facets', 'getRankingInfo', 'enableRules'] as const;

/**
 * Returns a page of browse: the records that pass the filters and match the query, in custom ranking.
 * @param cursor cursor of the previous response; it contains the parameters of the request
 */
export function browse(request: SearchRequest, cursor: unknown): SearchResponse {
  const startedAt = performance.now();
  const { index, indexName, keyFilters, seesUnretrievable } = request;
  const state = cursor === undefined ? { parameters: request.parameters, from: 0 } : readCursor(cursor);
  const parameters = { ...state.parameters };
  for (const name of IGNORED) delete parameters[name];
  const options: SearchOptions = {
    ...index.options,
    ...parameters,
    ...FIXED,
    typoTolerance: (parameters.typoTolerance ?? index.options.typoTolerance) ? FIXED.typoTolerance : false,
    ranking: ['custom'],
  };
  const size = parameters.hitsPerPage ?? BROWSE_PAGE_SIZE;
  const found = findRecords(
    index,
    parameters,
    options,
    parseRequestFilters(parameters, keyFilters),
    new Set(),
  );
  const from = state.from + (cursor === undefined ? (parameters.page ?? 0) * size : 0);
  const ranked = topSlots(found.slots, Math.min(from + size, found.slots.length), found.compare);
  const hidden = seesUnretrievable ? [] : options.unretrievableAttributes;
  const next = from + size;
  return {
    hits: ranked
      .slice(from)
      .map((slot) =>
        pickAttributes(index.records[slot] as SearchRecord, options.attributesToRetrieve, hidden),
      ),
    nbHits: found.slots.length,
    page: size === 0 ? 0 : Math.floor(from / size),
    nbPages: size === 0 ? 0 : Math.ceil(found.slots.length / size),
    hitsPerPage: size,
    query: parameters.query ?? '',
    params: asQueryString(state.parameters),
    index: indexName,
    exhaustiveNbHits: true,
    processingTimeMS: Math.max(1, Math.round(performance.now() - startedAt)),
    ...(next < found.slots.length &&
      size > 0 && { cursor: writeCursor({ parameters: state.parameters, from: next }) }),
  };
}

interface BrowseState {
  parameters: SearchParameters;
  from: number;
}

const writeCursor = (state: BrowseState) => Buffer.from(JSON.stringify(state)).toString('base64url');

function readCursor(cursor: unknown): BrowseState {
  try {
    const { from, parameters } = JSON.parse(Buffer.from(text()(cursor, 'cursor'), 'base64url').toString());
    if (Number.isSafeInteger(from) && from >= 0) return { from, parameters: readParameters(parameters) };
  } catch {
    // A cursor that is not JSON, or has no valid parameters, is rejected below.
  }
  throw badRequest('Invalid cursor, expected the cursor of the previous response');
}
