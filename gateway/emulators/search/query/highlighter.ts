import { isCoveredBy, isObject, type SearchRecord } from '../index/attributes.ts';
import type { SearchOptions } from '../index/settings.ts';
import { prefixInSource, type Token, tokenize } from '../text/tokenizer.ts';
import type { Alternative } from './alternatives.ts';
import type { QueryWord } from './queryParser.ts';

/** Highlighting of one text. */
interface HighlightLeaf {
  value: string;
  matchLevel: 'none' | 'partial' | 'full';
  matchedWords?: string[];
  fullyHighlighted?: boolean;
}

/** The structure of the record, with a leaf for every text. */
type Highlighted = HighlightLeaf | Highlighted[] | { [attribute: string]: Highlighted };

type LeafMaker = (text: string, path: string) => HighlightLeaf;

/** Highlighted part of a term, and the query words it belongs to. */
interface Mark {
  /** Number of highlighted letters of the term. */
  length: number;
  words: Set<number>;
}

interface HighlightedToken {
  start: number;
  end: number;
  token: Token;
  words: ReadonlySet<number>;
}

/** Highlights the words of a query, using the terms that matched them in the index. */
export class Highlighter {
  readonly #marks = new Map<string, Mark>();
  /** By number of a query word: the prefix of all the words that it highlights. */
  readonly #prefixes = new Map<number, string>();
  readonly #words: readonly QueryWord[];
  readonly #options: SearchOptions;

  constructor(words: readonly QueryWord[], alternatives: readonly Alternative[][], options: SearchOptions) {
    this.#words = words;
    this.#options = options;
    for (const [i, ofWord] of alternatives.entries())
      for (const { terms, prefix, highlightsAllWithPrefix } of ofWord) {
        if (prefix !== undefined && highlightsAllWithPrefix) this.#prefixes.set(i, prefix);
        for (const term of terms) this.#mark(term, prefix?.length ?? term.length, i);
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

  /** Returns `_highlightResult` of a record. @param attributes names or dotted paths; `*` for all */
  highlight(record: SearchRecord, attributes: readonly string[]): Record<string, Highlighted> {
    return this.#object(record, attributes, (text) => this.text(text));
  }

  /** Returns `_snippetResult` of a record. Attributes are `name` or `name:words`; the default is 10 words. */
  snippets(record: SearchRecord, attributes: readonly string[]): Record<string, Highlighted> {
    const lengths = new Map(
      attributes.map((attribute) => {
        const [, name = attribute, words] = /^(.*?)(?::(\d+))?$/s.exec(attribute) ?? [];
        return [name, words === undefined ? 10 : Number(words)];
      }),
    );
    return this.#object(record, [...lengths.keys()], (text, path) => {
      const name = [...lengths.keys()].find((n) => isCoveredBy(path, [n])) ?? '*';
      return this.#snippet(text, lengths.get(name) ?? 10);
    });
  }

  #object(record: SearchRecord, attributes: readonly string[], make: LeafMaker): Record<string, Highlighted> {
    const wanted = attributes.includes('*') ? null : attributes;
    return (this.#walk(record, '', wanted, make) ?? {}) as Record<string, Highlighted>;
  }

  #walk(
    value: unknown,
    path: string,
    wanted: readonly string[] | null,
    make: LeafMaker,
  ): Highlighted | undefined {
    if (typeof value === 'string' || typeof value === 'number')
      return wanted === null || isCoveredBy(path, wanted) ? make(String(value), path) : undefined;
    if (Array.isArray(value)) {
      const items = value.map((item) => this.#walk(item, path, wanted, make)).filter((i) => i !== undefined);
      const shown = this.#options.restrictHighlightAndSnippetArrays ? items.filter(hasMatch) : items;
      return shown.length > 0 ? shown : undefined;
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

  /** Highlights one text. */
  text(source: string): HighlightLeaf & { matchedWords: string[] } {
    const tokens = tokenize(source, this.#options);
    const runs = this.#runs(source, tokens);
    const matchLevel = this.#level(runs);
    return {
      value: this.#tagged(source, runs, 0, source.length),
      matchLevel,
      ...(matchLevel !== 'none' && {
        fullyHighlighted:
          runs.length === tokens.length &&
          runs.every(({ start, end, token }) => start === token.start && end === token.end),
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

  /** Returns the first token of the window that contains most query words, centred on them. */
  #window(tokens: readonly Token[], runs: readonly HighlightedToken[], length: number): number {
    if (runs.length === 0 || tokens.length <= length) return 0;
    const places = new Map(tokens.map((token, i) => [token, i]));
    const at = runs.map((run) => places.get(run.token) as number);
    let best = { words: 0, first: 0, last: 0 };
    for (let i = 0; i < runs.length; i++) {
      const words = new Set<number>();
      let last = i;
      for (let j = i; j < runs.length && (at[j] as number) < (at[i] as number) + length; j++) {
        const sizeBefore = words.size;
        for (const word of (runs[j] as HighlightedToken).words) words.add(word);
        if (words.size > sizeBefore) last = j;
      }
      if (words.size > best.words)
        best = { words: words.size, first: at[i] as number, last: at[last] as number };
    }
    const spare = length - (best.last - best.first + 1);
    return Math.max(0, Math.min(best.first - (spare >> 1), tokens.length - length));
  }

  #runs(source: string, tokens: readonly Token[]): HighlightedToken[] {
    return tokens.flatMap((token) => {
      const whole = this.#run(source, token, token);
      const parts = (token.parts ?? []).flatMap((part) => this.#run(source, part, token) ?? []);
      // Of a word such as `O'Brien`, the part that matched is highlighted, unless the whole word matches better.
      const isWhole =
        whole && (whole.words.size > this.#matched(parts).length || this.#isQueryWord(token.text));
      return isWhole ? [whole] : parts;
    });
  }

  /** @param word the word itself, or one of the parts of the token */
  #run(source: string, word: Token, token: Token): HighlightedToken | undefined {
    const mark = this.#markOf(word.text);
    if (!mark) return undefined;
    const text = source.slice(word.start, word.end);
    const length =
      mark.length >= word.text.length
        ? text.length
        : prefixInSource(text, mark.length, this.#options.keepDiacriticsOnCharacters);
    return { start: word.start, end: word.start + length, token, words: mark.words };
  }

  #markOf(term: string): Mark | undefined {
    for (const [word, prefix] of this.#prefixes)
      if (term.length > prefix.length && term.startsWith(prefix)) this.#mark(term, prefix.length, word);
    return this.#marks.get(term);
  }

  #isQueryWord(term: string): boolean {
    return this.#words.some(({ text }) => text === term);
  }

  #matched(runs: readonly HighlightedToken[]): number[] {
    return [...new Set(runs.flatMap((run) => [...run.words]))].sort((a, b) => a - b);
  }

  #level(runs: readonly HighlightedToken[]): HighlightLeaf['matchLevel'] {
    if (runs.length === 0) return 'none';
    return this.#matched(runs).length === this.#words.length ? 'full' : 'partial';
  }

  #tagged(source: string, runs: readonly HighlightedToken[], from: number, to: number): string {
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

/** Returns whether any text of a highlighted value matches. */
function hasMatch(highlighted: Highlighted): boolean {
  if (Array.isArray(highlighted)) return highlighted.some(hasMatch);
  if (isLeaf(highlighted)) return highlighted.matchLevel !== 'none';
  return Object.values(highlighted).some(hasMatch);
}

function isLeaf(highlighted: Highlighted): highlighted is HighlightLeaf {
  return 'matchLevel' in highlighted && typeof highlighted.matchLevel === 'string';
}
