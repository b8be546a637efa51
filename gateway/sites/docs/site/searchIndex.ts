import type MiniSearch from 'minisearch';
import type { SearchResult as MatchResult, Query } from 'minisearch';
import pluralize from 'pluralize';
import { cutText } from '../../../core/text/textBoundaries.ts';
import type { Page } from '../markdown/page.ts';
import type { Reference } from '../reference/referencePages.ts';

/** A part of the documentation that search found. */
export interface SearchResult {
  readonly path: string;
  readonly title: string;
  /** The title of the page; empty if the result is the page. */
  readonly page: string;
  /** The beginning of its text. */
  readonly text: string;
}

/** Finds parts of the documentation. */
export type SearchDocs = (query: string) => readonly SearchResult[];

interface Entry extends SearchResult {
  readonly id: number;
  /** The whole text. */
  readonly content: string;
  /** Examples of code in a guide. */
  readonly code: string;
  readonly isGuide: boolean;
}

/** Longer queries are cut. */
export const MAX_QUERY_CHARACTERS = 100;
const MAX_QUERY_WORDS = 6;
/** Shorter words match only themselves: too many words begin with a given letter, and short words are similar to many words. */
const [MIN_PREFIX_LENGTH, MIN_FUZZY_LENGTH] = [2, 6];
const MAX_RESULTS = 30;
const EXCERPT_CHARACTERS = 140;
/** A match in a title counts more than a match in a text, and a match in the heading of a page counts most. */
const TITLE_BOOST = 4;
const PAGE_BOOST = 2;
const NAME_BOOST = 5;
/** Edits per letter of a word that typing errors can have. */
const FUZZINESS = 0.2;
/** Entries that are added before other requests get a turn. */
const CHUNK_SIZE = 50;

/**
 * The words of this documentation for words that readers search for, in lower case and singular. A search for the left word
 * finds the right words too.
 */
const SYNONYMS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    android: ['kotlin'],
    auth: ['keys'],
    authentication: ['keys'],
    login: ['keys'],
    download: ['image', 'captions', 'SDL'],
    infinite: ['pagination'],
    i18n: ['languages'],
    ios: ['swift'],
    locale: ['languages'],
    localization: ['languages'],
    translation: ['languages'],
    offset: ['pagination'],
    paging: ['pagination'],
    scroll: ['pagination'],
    polling: ['live updates'],
    realtime: ['live updates'],
    webhook: ['live updates'],
    resize: ['widths'],
    sdk: ['clients'],
    sort: ['ordering'],
    sorting: ['ordering'],
    subtitle: ['captions'],
    throttling: ['rate limit'],
    typescript: ['types'],
    vtt: ['captions'],
  }),
);

/** Creates the index of guides by their sections, of the reference by types, root fields and fields, and of the changelog. */
export async function createSearchIndex(
  guides: readonly Page[],
  reference: Reference | undefined,
  changelog: Page | undefined,
): Promise<SearchDocs> {
  const entries: Entry[] = [];
  const add = (entry: Omit<Entry, 'id' | 'text' | 'code'> & { readonly code?: string }) =>
    entries.push({
      code: '',
      ...entry,
      id: entries.length,
      text: excerpt(entry.content.replaceAll('`', '')),
    });
  for (const guide of guides) {
    const { sections, title } = await guide.render();
    for (const { id, heading, text, code } of sections)
      add({
        path: id ? `${guide.path}#${id}` : guide.path,
        title: heading,
        page: id ? title : '',
        content: text,
        code,
        isGuide: true,
      });
  }
  if (changelog) {
    const { path, title, summary } = changelog;
    add({ path, title, page: '', content: summary, isGuide: true });
  }
  for (const { path, title, summary, parts } of reference?.pages.values() ?? []) {
    add({ path, title, page: 'Reference', content: summary, isGuide: false });
    for (const part of parts)
      add({
        path: `${path}#${part.anchor}`,
        title: part.title,
        page: title,
        content: part.text,
        isGuide: false,
      });
  }
  return searchIn(await buildIndex(entries), entries);
}

async function buildIndex(entries: readonly Entry[]): Promise<MiniSearch<Entry>> {
  const { default: Index } = await import('minisearch');
  const index = new Index<Entry>({
    fields: ['title', 'content', 'code'],
    tokenize: (text) => [...new Set([...words(text), ...words(text.replace(/([a-z])(?=[A-Z])/g, '$1 '))])],
    processTerm: singular,
    searchOptions: {
      boost: { title: TITLE_BOOST },
      boostDocument: (id, term) => relevance(entries[id as number], term),
      prefix: ({ length }) => length >= MIN_PREFIX_LENGTH,
    },
  });
  await index.addAllAsync(entries, { chunkSize: CHUNK_SIZE });
  return index;
}

/** A section, a type, a field or an error code with this name comes first, also in the plural. Then the beginnings of pages. */
function relevance(entry: Entry | undefined, term: string): number {
  const name = singular(entry?.title.split('.').at(-1) ?? '');
  return (name === term ? NAME_BOOST : 1) * (entry?.page === '' ? PAGE_BOOST : 1);
}

const singular = (word: string): string => word.toLowerCase().replace(/(?<=\w{3})s$/, '');

/** Words of letters, digits and underscores: error codes and names of fields are words. */
const words = (text: string): readonly string[] => text.match(/[\p{L}\p{N}_]+/gu) ?? [];

const searchIn =
  (index: MiniSearch<Entry>, entries: readonly Entry[]): SearchDocs =>
  (text) => {
    const query = cutText(text, MAX_QUERY_CHARACTERS);
    const asked = words(query).slice(0, MAX_QUERY_WORDS);
    const exact = index.search(queryOf(asked));
    // Words are corrected only if no entry has them.
    const found = exact.length > 0 ? exact : index.search(queryOf(asked), { fuzzy: fuzzinessOf });
    const ranked = found
      .flatMap((result) => {
        const entry = entries[result.id as number];
        return entry ? [{ entry, rank: rankOf(entry, result, query.trim(), asked) }] : [];
      })
      // Entries of equal rank stay in the order of their scores.
      .toSorted((a, b) => a.rank - b.rank);
    return joinEqualFields(ranked.map(({ entry }) => entry))
      .slice(0, MAX_RESULTS)
      .map(({ path, title, page, text: beginning }) => ({ path, title, page, text: beginning }));
  };

/** All words, each of which has synonyms of one word or several. */
const queryOf = (asked: readonly string[]): Query => ({
  combineWith: 'AND',
  queries: asked.map((word) => ({
    combineWith: 'OR',
    queries: [
      word,
      ...(SYNONYMS.get(singular(word)) ?? []).map((synonym) => ({
        combineWith: 'AND' as const,
        queries: [...words(synonym)],
      })),
    ],
  })),
});

const fuzzinessOf = ({ length }: string): number | false => length >= MIN_FUZZY_LENGTH && FUZZINESS;

/** A name that is written as in code: with capitals, underscores or dots. */
const CODE_NAME = /[\p{Lu}_.]/u;

/**
 * Ranks a result: what the query names as code does, for example `plainText`; then the guides with its words in their title;
 * then the guides that speak of its words; then the reference, and guides whose examples alone have the words.
 */
function rankOf(
  { title, page, isGuide }: Entry,
  { match }: MatchResult,
  query: string,
  asked: readonly string[],
): number {
  if (CODE_NAME.test(query) && (title === query || title.split('.').at(-1) === query)) return -1;
  const titleWords = words(title).map(singular);
  if (isGuide && page === '' && asked.every((word) => titleWords.includes(singular(word)))) return 0;
  const isInText = Object.values(match).some((fields) => fields.some((field) => field !== 'code'));
  return isGuide && isInText ? 1 : 2;
}

/** Leaves the first of the fields with one name and description, such as the cursors of all connections. */
function joinEqualFields(found: readonly Entry[]): readonly Entry[] {
  const groups = Map.groupBy(found, ({ id, title, content, isGuide }) =>
    isGuide || !title.includes('.') ? id : `${title.split('.').at(-1)} ${content}`,
  );
  return [...groups.values()].map(([first, ...otherFields]) => {
    const { page } = first as Entry;
    const more = pluralize('other type', otherFields.length, true);
    return { ...(first as Entry), page: otherFields.length > 0 ? `${page} and ${more}` : page };
  });
}

const excerpt = (text: string): string =>
  text.length > EXCERPT_CHARACTERS ? `${cutText(text, EXCERPT_CHARACTERS)} …` : text;
