import { badRequest } from '../api/apiError.ts';
import { MAX_FILTER_DEPTH } from '../api/limits.ts';
import { type FilterToken, tokenizeFilter, unexpectedToken } from './filterTokenizer.ts';

/** One condition. */
export type Filter = FacetFilter | TagFilter | NumericFilter | RangeFilter;
interface FacetFilter {
  kind: 'facet';
  attribute: string;
  value: string;
  negated: boolean;
  /** Score of a match for the filters criterion. Default: 1. */
  score: number;
}
interface TagFilter {
  kind: 'tag';
  value: string;
  negated: boolean;
  score: number;
}
export type Comparison = '<' | '<=' | '=' | '!=' | '>=' | '>';
interface NumericFilter {
  kind: 'numeric';
  attribute: string;
  comparison: Comparison;
  value: number;
  negated: boolean;
}
interface RangeFilter {
  kind: 'range';
  attribute: string;
  from: number;
  to: number;
  negated: boolean;
}

/** Groups combined by AND, each with conditions combined by OR. */
export type Filters = Filter[][];

const COMPARISONS = ['<', '<=', '=', '!=', '>=', '>'];
const NUMBER = /^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;
const MIXED = 'filters: filter (X AND Y) OR Z is not allowed, only (X OR Y) AND Z is allowed';
const FORMS: Readonly<Record<string, string>> = {
  facet: 'a facet filter which needs to have this form:\n - facet_name:facet_value',
  tag: 'a tag filter which needs to have this form:\n - _tags:tag_value\n - tag_value',
  numeric:
    'a numeric filter which needs to have one of the following form:\n - numeric_attr_name=10\n - numeric_attr_name>10\n - numeric_attr_name>=10\n - numeric_attr_name<10\n - numeric_attr_name<=10\n - numeric_attr_name!=10\n - numeric_attr_name:10 TO 20',
};

/**
 * Parses a `filters` expression. OR binds tighter than AND; a group in parentheses contains either ANDs or
 * ORs, so every expression is a conjunction of disjunctions
 * (https://www.algolia.com/doc/guides/managing-results/refine-results/filtering/in-depth/combining-boolean-operators).
 * @throws ApiError 400 with the position and the expected token
 */
export function parseFilters(source: string): Filters {
  if (source.trim() === '') return [];
  const parser = new Parser(tokenizeFilter(source));
  const filters = parser.expression(0);
  parser.expectEnd();
  return filters;
}

class Parser {
  readonly #tokens: FilterToken[];
  #at = 0;

  constructor(tokens: FilterToken[]) {
    this.#tokens = tokens;
  }

  expectEnd(): void {
    if (this.#peek().kind !== 'end') throw unexpectedToken(this.#peek(), 'end of filter');
  }

  expression(depth: number): Filters {
    if (depth > MAX_FILTER_DEPTH)
      throw badRequest(`filters: expected at most ${MAX_FILTER_DEPTH} groups inside one another`);
    const groups: Filters = [];
    do groups.push(...this.#alternatives(depth));
    while (this.#take('keyword', 'AND'));
    if (depth > 0 && groups.length > 1 && groups.some((group) => group.length > 1)) throw badRequest(MIXED);
    return groups;
  }

  #alternatives(depth: number): Filters {
    let groups = this.#operand(depth);
    while (this.#take('keyword', 'OR')) {
      const more = this.#operand(depth);
      if (groups.length > 1 || more.length > 1) throw badRequest(MIXED);
      const [first = [], second = []] = [groups[0], more[0]];
      if (first[0] && second.some((filter) => typeOf(filter) !== typeOf(first[0] as Filter)))
        throw badRequest(
          `filters: Different types are not allowed in the same OR.\nExpected ${FORMS[typeOf(first[0])]}`,
        );
      groups = [[...first, ...second]];
    }
    return groups;
  }

  #operand(depth: number): Filters {
    if (!this.#take('symbol', '(')) return [[this.#condition(this.#take('keyword', 'NOT'))]];
    const groups = this.expression(depth + 1);
    if (!this.#take('symbol', ')')) throw unexpectedToken(this.#peek(), "')'");
    return groups;
  }

  #condition(negated: boolean): Filter {
    const attribute = this.#string('filter');
    const comparison = this.#peek();
    if (this.#take('symbol', ':')) return this.#valueOf(attribute, negated);
    if (comparison.kind === 'symbol' && COMPARISONS.includes(comparison.text) && !this.#atScore()) {
      this.#at++;
      const value = this.#number();
      return { kind: 'numeric', attribute, comparison: comparison.text as Comparison, value, negated };
    }
    return { kind: 'tag', value: attribute, negated, score: this.#score() };
  }

  #valueOf(attribute: string, negated: boolean): Filter {
    const value = this.#string('string');
    if (this.#take('keyword', 'TO')) {
      if (!NUMBER.test(value)) throw unexpectedToken(this.#tokens[this.#at - 2] as FilterToken, 'numeric');
      return { kind: 'range', attribute, from: Number(value), to: this.#number(), negated };
    }
    if (attribute === '_tags') return { kind: 'tag', value, negated, score: this.#score() };
    return { kind: 'facet', attribute, value, negated, score: this.#score() };
  }

  #atScore(): boolean {
    const [open, name, equals] = this.#tokens.slice(this.#at, this.#at + 3);
    return open?.text === '<' && name?.text === 'score' && equals?.text === '=';
  }

  #score(): number {
    if (!this.#atScore()) return 1;
    this.#at += 3;
    const score = this.#number();
    if (!this.#take('symbol', '>')) throw unexpectedToken(this.#peek(), "'>'");
    return score;
  }

  #string(expected: string): string {
    const token = this.#peek();
    if (token.kind !== 'string' || token.text === '') throw unexpectedToken(token, expected);
    this.#at++;
    return token.text;
  }

  #number(): number {
    const token = this.#peek();
    if (token.kind !== 'string' || !NUMBER.test(token.text)) throw unexpectedToken(token, 'numeric');
    this.#at++;
    return Number(token.text);
  }

  #peek(): FilterToken {
    return this.#tokens[this.#at] as FilterToken;
  }

  #take(kind: FilterToken['kind'], text: string): boolean {
    const { kind: found, text: word } = this.#peek();
    if (found !== kind || word !== text) return false;
    this.#at++;
    return true;
  }
}

function typeOf(filter: Filter): string {
  return filter.kind === 'range' ? 'numeric' : filter.kind;
}
