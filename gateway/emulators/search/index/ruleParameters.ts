import { ApiError, badRequest } from '../api/apiError.ts';
import { MAX_QUERY_BYTES } from '../api/limits.ts';
import { invalidParameter, stringArray, text } from '../api/parameterParsers.ts';
import { readParameters, type SearchParameters } from '../api/searchParameters.ts';
import { isObject } from './attributes.ts';

/** An entry of `automaticFacetFilters` or `automaticOptionalFacetFilters`. */
export interface AutomaticFilter {
  facet: string;
  /** Whether one of several values in the query is enough. */
  disjunctive: boolean;
  /** Weight of an optional filter. */
  score: number | undefined;
}

/** The `params` of a rule's consequence. */
export interface RuleParameters {
  search: SearchParameters;
  /** A new query, or the words to remove from the query and to replace in it. */
  query: unknown;
  filters: readonly AutomaticFilter[];
  optionalFilters: readonly AutomaticFilter[];
}

/** Attributes of `consequence.params` that are not search parameters. */
const OTHER_PARAMETERS = ['query', 'automaticFacetFilters', 'automaticOptionalFacetFilters'];

/**
 * Reads the `params` of a rule's consequence.
 * @throws ApiError 400 with the rule and the error that the parameter has in a request
 */
export function readRuleParameters(params: Record<string, unknown>, objectID: string): RuleParameters {
  const { query, automaticFacetFilters, automaticOptionalFacetFilters } = params;
  try {
    checkQuery(query);
    return {
      search: readParameters(params, OTHER_PARAMETERS),
      query,
      filters: readAutomaticFilters(automaticFacetFilters, 'automaticFacetFilters'),
      optionalFilters: readAutomaticFilters(automaticOptionalFacetFilters, 'automaticOptionalFacetFilters'),
    };
  } catch (error) {
    if (error instanceof ApiError) throw new ApiError(error.status, `Rule ${objectID}: ${error.message}`);
    throw error;
  }
}

/** Checks the query of a consequence: a text, or an object with words to remove and edits. @throws ApiError 400 */
function checkQuery(query: unknown): void {
  if (query === undefined || query === null) return;
  if (!isObject(query)) return void text(MAX_QUERY_BYTES)(query, 'query');
  const { remove = [], edits = [], ...otherParameters } = query;
  const [unknown] = Object.keys(otherParameters);
  if (unknown !== undefined) throw badRequest(`Unknown parameter: query.${unknown}`);
  stringArray(remove, 'query.remove');
  if (!Array.isArray(edits)) throw invalidParameter('query.edits', 'array of objects');
  for (const edit of edits) checkEdit(edit);
}

function checkEdit(edit: unknown): void {
  const { type, delete: unwanted, insert }: Record<string, unknown> = isObject(edit) ? edit : {};
  const isEdit = type === 'remove' || (type === 'replace' && typeof insert === 'string');
  if (typeof unwanted !== 'string' || !isEdit)
    throw invalidParameter(
      'query.edits',
      'objects with a "type" (remove or replace), the string "delete" and, to replace, the string "insert"',
    );
}

function readAutomaticFilters(value: unknown, name: string): readonly AutomaticFilter[] {
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) throw invalidParameter(name, 'array');
  return value.map((item) => {
    const { facet, disjunctive, score }: Record<string, unknown> = isObject(item) ? item : { facet: item };
    if (typeof facet !== 'string') throw invalidParameter(name, 'array of facets');
    return { facet, disjunctive: disjunctive === true, score: typeof score === 'number' ? score : undefined };
  });
}
