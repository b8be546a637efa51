import { badRequest } from '../api/apiError.ts';
import { BROWSE_PAGE_SIZE } from '../api/limits.ts';
import { text } from '../api/parameterParsers.ts';
import { asQueryString, readParameters, type SearchParameters } from '../api/searchParameters.ts';
import { parseRequestFilters } from '../filters/applyFilters.ts';
import { pickAttributes } from '../index/attributes.ts';
import type { SearchOptions } from '../index/settings.ts';
import { findRecords } from './findRecords.ts';
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
  const { hits } = findRecords(
    index,
    parameters,
    options,
    parseRequestFilters(parameters, keyFilters),
    new Set(),
  );
  const from = state.from + (cursor === undefined ? (parameters.page ?? 0) * size : 0);
  const hidden = seesUnretrievable ? [] : options.unretrievableAttributes;
  const next = from + size;
  return {
    hits: hits
      .slice(from, next)
      .map(({ record }) => pickAttributes(record.data, options.attributesToRetrieve, hidden)),
    nbHits: hits.length,
    page: size === 0 ? 0 : Math.floor(from / size),
    nbPages: size === 0 ? 0 : Math.ceil(hits.length / size),
    hitsPerPage: size,
    query: parameters.query ?? '',
    params: asQueryString(state.parameters),
    index: indexName,
    exhaustiveNbHits: true,
    processingTimeMS: Math.max(1, Math.round(performance.now() - startedAt)),
    ...(next < hits.length &&
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
