import type { Alternative } from './alternatives.ts';
import { coveredBy, isObject, type SearchRecord } from './attributes.ts';
import type { QueryWord } from './queryWords.ts';
import type { Options } from './settings.ts';
import { prefixInSource, type Token, tokenize } from './words.ts';

/** How a text answers a query. */
interface HighlightLeaf {
  value: string;
  matchLevel: 'none' | 'partial' | 'full';
  matchedWords?: string[];
  fullyHighlighted?: boolean;
}

/** The shape of the record, with a leaf for every text. */
type Highlighted = HighlightLeaf | Highlighted[] | { [attribute: string]: Highlighted };

/** What of a term is highlighted, and for which words of the query. */
interface Mark {
  /** Letters of the term, or the whole of it. */
  length: number;
  words: Set<number>;
}

interface Run {
  start: number;
  end: number;
  token: Token;
  words: ReadonlySet<number>;
}

/** Marks the words of a query in texts, by what of the index was taken for them. */
export class Highlighter {
  readonly #marks = new Map<string, Mark>();
  /** Words of the query that mark whatever begins with them, by their number. */
  readonly #beginnings: [string, number][] = [];
  readonly #words: readonly QueryWord[];
  readonly #options: Options;

  constructor(words: readonly QueryWord[], alternatives: readonly Alternative[][], options: Options) {
    this.#words = words;
    this.#options = options;
    for (const [i, readings] of alternatives.entries())
      for (const { terms, prefix, anyTerm } of readings) {
        const { text = '' } = words[i] ?? {};
        if (anyTerm) this.#beginnings.push([text, i]);
        for (const term of terms) this.#mark(term, prefix ? text.length : term.length, i);
      }
  }

  #mark(term: string, length: number, word: number): void {
    const mark = this.#marks.get(term);
    if (!mark) this.#marks.set(term, { length, words: new Set([word]) });
    else {
      mark.length = Math.max(mark.length, length);
      mark.words.add(word);
    }
  }

  /**
   * `_highlightResult` of a record.
   * @param attributes names or dotted paths; `*` for all
   */
  highlight(record: SearchRecord, attributes: readonly string[]): Record<string, Highlighted> {
    return this.#object(record, attributes, (text) => this.text(text));
  }

  /** `_snippetResult` of a record; attributes are `name` or `name:words`, 10 words unless given. */
  snippets(record: SearchRecord, attributes: readonly string[]): Record<string, Highlighted> {
    const lengths = new Map(
      attributes.map((attribute) => {
        const [, name = attribute, words] = /^(.*?)(?::(\d+))?$/s.exec(attribute) ?? [];
        return [name, words === undefined ? 10 : Number(words)];
      }),
    );
    return this.#object(record, [...lengths.keys()], (text, path) => {
      const name = [...lengths.keys()].find((n) => coveredBy(path, [n])) ?? '*';
      return this.#snippet(text, lengths.get(name) ?? 10);
    });
  }

  #object(
    record: SearchRecord,
    attributes: readonly string[],
    make: (text: string, path: string) => HighlightLeaf,
  ): Record<string, Highlighted> {
    const wanted = attributes.includes('*') ? null : attributes;
    const whole = this.#walk(record, '', wanted, make);
    return (whole ?? {}) as Record<string, Highlighted>;
  }

  #walk(
    value: unknown,
    path: string,
    wanted: readonly string[] | null,
    make: (text: string, path: string) => HighlightLeaf,
  ): Highlighted | undefined {
    if (typeof value === 'string' || typeof value === 'number')
      return wanted === null || coveredBy(path, wanted) ? make(String(value), path) : undefined;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#walk(item, path, wanted, make)).filter((i) => i !== undefined);
      const kept = this.#options.restrictHighlightAndSnippetArrays ? items.filter(hasMatch) : items;
      return kept.length > 0 ? kept : undefined;
    }
    if (!isObject(value)) return undefined;
    const entries: [string, Highlighted][] = [];
    for (const [name, item] of Object.entries(value)) {
      if (path === '' && name === 'objectID' && !wanted?.includes(name)) continue;
      const child = this.#walk(item, path ? `${path}.${name}` : name, wanted, make);
      if (child !== undefined) entries.push([name, child]);
    }
    return entries.length > 0 ? Object.fromEntries(entries) : undefined;
  }

  /** One text with its matches between tags. */
  text(source: string): HighlightLeaf & { matchedWords: string[] } {
    const tokens = tokenize(source, this.#options);
    const runs = this.#runs(source, tokens);
    const matchLevel = this.#level(runs);
    return {
      value: this.#tagged(source, runs, 0, source.length),
      matchLevel,
      ...(matchLevel !== 'none' && {
        fullyHighlighted: runs.length === tokens.length && runs.every((run) => run.end === run.token.end),
      }),
      matchedWords: this.#matched(runs).map((word) => this.#words[word]?.text as string),
    };
  }

  #snippet(source: string, length: number): HighlightLeaf {
    const tokens = tokenize(source, this.#options);
    const runs = this.#runs(source, tokens);
    const first = this.#window(tokens, runs, length);
    const from = tokens[first];
    const to = tokens[Math.min(first + length, tokens.length) - 1];
    const matchLevel = this.#level(runs);
    if (!from || !to) return { value: length === 0 ? '' : source, matchLevel };
    const { snippetEllipsisText: ellipsis } = this.#options;
    const isStart = first === 0;
    const isEnd = first + length >= tokens.length;
    const value = this.#tagged(source, runs, isStart ? 0 : from.start, isEnd ? source.length : to.end);
    return { value: `${isStart ? '' : ellipsis}${value}${isEnd ? '' : ellipsis}`, matchLevel };
  }

  /** The first token of the window with most of the query's words, which then stand in its middle. */
  #window(tokens: readonly Token[], runs: readonly Run[], length: number): number {
    if (runs.length === 0 || tokens.length <= length) return 0;
    const places = new Map(tokens.map((token, i) => [token, i]));
    const at = runs.map((run) => places.get(run.token) as number);
    let best = { words: 0, first: 0, last: 0 };
    for (let i = 0; i < runs.length; i++) {
      const words = new Set<number>();
      let last = i;
      for (let j = i; j < runs.length && (at[j] as number) < (at[i] as number) + length; j++) {
        const before = words.size;
        for (const word of (runs[j] as Run).words) words.add(word);
        if (words.size > before) last = j;
      }
      if (words.size > best.words)
        best = { words: words.size, first: at[i] as number, last: at[last] as number };
    }
    const spare = length - (best.last - best.first + 1);
    return Math.max(0, Math.min(best.first - (spare >> 1), tokens.length - length));
  }

  #runs(source: string, tokens: readonly Token[]): Run[] {
    const runs: Run[] = [];
    for (const token of tokens) {
      const mark = this.#markOf(token.text);
      if (!mark) continue;
      const whole = mark.length >= token.text.length;
      const text = source.slice(token.start, token.end);
      const length = whole
        ? text.length
        : prefixInSource(text, mark.length, this.#options.keepDiacriticsOnCharacters);
      runs.push({ start: token.start, end: token.start + length, token, words: mark.words });
    }
    return runs;
  }

  #markOf(term: string): Mark | undefined {
    for (const [beginning, word] of this.#beginnings)
      if (term.length > beginning.length && term.startsWith(beginning))
        this.#mark(term, beginning.length, word);
    return this.#marks.get(term);
  }

  #matched(runs: readonly Run[]): number[] {
    return [...new Set(runs.flatMap((run) => [...run.words]))].sort((a, b) => a - b);
  }

  #level(runs: readonly Run[]): HighlightLeaf['matchLevel'] {
    if (runs.length === 0) return 'none';
    return this.#matched(runs).length === this.#words.length ? 'full' : 'partial';
  }

  #tagged(source: string, runs: readonly Run[], from: number, to: number): string {
    const { highlightPreTag, highlightPostTag } = this.#options;
    let value = '';
    let at = from;
    for (const { start, end } of runs) {
      if (start < from || end > to) continue;
      value += source.slice(at, start) + highlightPreTag + source.slice(start, end) + highlightPostTag;
      at = end;
    }
    return value + source.slice(at, to);
  }
}

function hasMatch(highlighted: Highlighted): boolean {
  if (Array.isArray(highlighted)) return highlighted.some(hasMatch);
  if (isLeaf(highlighted)) return highlighted.matchLevel !== 'none';
  return Object.values(highlighted).some(hasMatch);
}

function isLeaf(highlighted: Highlighted): highlighted is HighlightLeaf {
  return 'matchLevel' in highlighted && typeof highlighted.matchLevel === 'string';
}
