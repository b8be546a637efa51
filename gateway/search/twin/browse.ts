import { pickAttributes, type SearchRecord } from './attributes.ts';
import { readFilters } from './filter.ts';
import { find } from './find.ts';
import { BROWSE_PAGE } from './limits.ts';
import { asQueryString, type Parameters } from './parameters.ts';
import { best } from './rank.ts';
import { badRequest } from './refusal.ts';
import type { SearchAnswer, SearchRequest } from './search.ts';
import type { Options } from './settings.ts';

/** What browse takes no notice of, and what it puts in the place. */
const FIXED = { distinct: 0, typoTolerance: true, ignorePlurals: false, advancedSyntax: false } as const;
const IGNORED = ['optionalFilters', 'facets', 'getRankingInfo', 'enableRules'] as const;

/**
 * Answers a page of browse: every record the filters and the query let through, by custom ranking.
 * @param cursor of the answer before; it carries the request's parameters
 */
export function browse(request: SearchRequest, cursor: unknown): SearchAnswer {
  const begun = performance.now();
  const { index, indexName, keyFilters, seesAll } = request;
  const state = cursor === undefined ? { parameters: request.parameters, from: 0 } : readCursor(cursor);
  const parameters = { ...state.parameters };
  for (const name of IGNORED) delete parameters[name];
  const options: Options = {
    ...index.options,
    ...parameters,
    ...FIXED,
    typoTolerance: (parameters.typoTolerance ?? index.options.typoTolerance) ? FIXED.typoTolerance : false,
    ranking: ['custom'],
  };
  const size = parameters.hitsPerPage ?? BROWSE_PAGE;
  const found = find(index, parameters, options, readFilters(parameters, keyFilters), new Set());
  const from = state.from + (cursor === undefined ? (parameters.page ?? 0) * size : 0);
  const ranked = best(found.slots, Math.min(from + size, found.slots.length), found.compare);
  const hidden = seesAll ? [] : options.unretrievableAttributes;
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
    processingTimeMS: Math.max(1, Math.round(performance.now() - begun)),
    ...(next < found.slots.length &&
      size > 0 && { cursor: writeCursor({ parameters: state.parameters, from: next }) }),
  };
}

interface BrowseState {
  parameters: Parameters;
  from: number;
}

const writeCursor = (state: BrowseState) => Buffer.from(JSON.stringify(state)).toString('base64url');

function readCursor(cursor: unknown): BrowseState {
  try {
    const state = JSON.parse(Buffer.from(String(cursor), 'base64url').toString());
    if (Number.isInteger(state.from) && state.from >= 0 && typeof state.parameters === 'object') return state;
  } catch {
    // What is no JSON is refused like what is no state.
  }
  throw badRequest('Invalid cursor, expected the cursor of the answer before');
}
