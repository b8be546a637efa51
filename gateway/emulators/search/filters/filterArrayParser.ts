import { badRequest } from '../api/apiError.ts';
import type { NestedStrings } from '../api/parameterParsers.ts';
import type { Comparison, Filter, Filters } from './filterParser.ts';

/*
 * Syntax of the array parameters: an inner array is OR, a minus before the value is NOT, a backslash before
 * the minus escapes it. The treatment of quotes differs by parameter and follows the observed responses of
 * Algolia.
 */

const groupsOf = (filters: NestedStrings): string[][] =>
  (typeof filters === 'string' ? [filters] : filters)
    .map((item) => (typeof item === 'string' ? [item] : item))
    .filter((group) => group.length > 0);

/** Parses `facetFilters`: `attribute:value`, where either may be quoted. */
export function parseFacetFilters(filters: NestedStrings): Filters {
  return groupsOf(filters).map((group) => group.map((text) => facetFilter(text, true)));
}

/** Parses `optionalFilters`: `attribute:value<score=N>`; quotes are part of the value. */
export function parseOptionalFilters(filters: NestedStrings): Filters {
  return groupsOf(filters).map((group) => group.map((text) => facetFilter(text, false)));
}

const QUOTED_ATTRIBUTE = /^"([^"]*)":/;
const SCORE = /<score=(\d+)>$/;

function facetFilter(text: string, quotes: boolean): Filter {
  const scored = SCORE.exec(text);
  const source = scored ? text.slice(0, scored.index) : text;
  const quoted = quotes ? QUOTED_ATTRIBUTE.exec(source) : null;
  const colon = quoted ? quoted[0].length - 1 : source.indexOf(':');
  if (colon <= 0)
    throw badRequest(`Invalid facet filter ${JSON.stringify(text)}, expected "attribute:value"`);
  const attribute = quoted?.[1] ?? source.slice(0, colon);
  const rest = source.slice(colon + 1).trimStart();
  const value = quotes && /^".*"$/s.test(rest) && rest.length > 1 ? rest.slice(1, -1) : rest;
  const score = scored ? Number(scored[1]) : 1;
  if (attribute === '_tags') return { kind: 'tag', ...parseNegation(value), score };
  return { kind: 'facet', attribute, ...parseNegation(value), score };
}

function parseNegation(value: string): { value: string; negated: boolean } {
  if (value.startsWith('-')) return { value: value.slice(1), negated: true };
  return { value: value.startsWith('\\-') ? value.slice(1) : value, negated: false };
}

/** Parses `tagFilters`: plain tags; quotes are part of them. */
export function parseTagFilters(filters: NestedStrings): Filters {
  return groupsOf(filters).map((group) =>
    group.map((tag) => ({ kind: 'tag', ...parseNegation(tag), score: 1 })),
  );
}

const NUMERIC = /^(.+?)\s*(<=|>=|!=|<|>|=)\s*(-?\d+(?:\.\d+)?)$/s;
const RANGE = /^(.+?)\s*:\s*(-?\d+(?:\.\d+)?)\s+TO\s+(-?\d+(?:\.\d+)?)$/s;

/** Parses `numericFilters`: `attribute>=1` or `attribute:1 TO 5`. */
export function parseNumericFilters(filters: NestedStrings): Filters {
  return groupsOf(filters).map((group) => group.map(numericFilter));
}

function numericFilter(text: string): Filter {
  const source = text.trim();
  const range = RANGE.exec(source);
  if (range)
    return {
      kind: 'range',
      attribute: range[1] as string,
      from: Number(range[2]),
      to: Number(range[3]),
      negated: false,
    };
  const numeric = NUMERIC.exec(source);
  if (!numeric)
    throw badRequest(
      `Invalid numeric filter ${JSON.stringify(text)}, expected "attribute<number" (or <=, =, !=, >=, >) or "attribute:number TO number"`,
    );
  return {
    kind: 'numeric',
    attribute: numeric[1] as string,
    comparison: numeric[2] as Comparison,
    value: Number(numeric[3]),
    negated: false,
  };
}
