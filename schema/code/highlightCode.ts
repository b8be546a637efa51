import { tagHighlighter, tags, highlightCode as visitTokens } from '@lezer/highlight';
import { parser } from '@lezer/javascript';
import { escapeText } from 'entities';
import { LRUCache } from 'lru-cache';

/** The parsers by the name of their language in a code listing. */
const PARSERS = new Map(
  Object.entries({
    js: parser,
    javascript: parser,
    json: parser,
    jsx: parser.configure({ dialect: 'jsx' }),
    ts: parser.configure({ dialect: 'ts' }),
    typescript: parser.configure({ dialect: 'ts' }),
    tsx: parser.configure({ dialect: 'ts jsx' }),
  }),
);

/** The classes are few, because each has a colour in both themes. */
const HIGHLIGHTER = tagHighlighter([
  { tag: tags.keyword, class: 'tok-keyword' },
  { tag: [tags.string, tags.regexp], class: 'tok-string' },
  { tag: [tags.number, tags.bool, tags.null], class: 'tok-number' },
  { tag: [tags.function(tags.variableName), tags.function(tags.propertyName)], class: 'tok-function' },
  { tag: tags.comment, class: 'tok-comment' },
]);

/** Longer code stays plain: it would hold up other requests for tens of milliseconds. */
const MAX_CHARACTERS = 10_000;
/** The characters of the HTML that is kept for later requests. */
const MAX_CACHED_CHARACTERS = 1_000_000;

const cache = new LRUCache<string, string>({
  maxSize: MAX_CACHED_CHARACTERS,
  sizeCalculation: (html, key) => html.length + key.length,
});

/**
 * Returns code as HTML with the classes `tok-keyword`, `tok-string`, `tok-number`, `tok-function` and `tok-comment`. Null
 * for languages other than JavaScript, TypeScript and JSON, and for code of more than 10,000 characters.
 */
export function highlightCode(code: string, language: string): string | null {
  const languageParser = PARSERS.get(language.toLowerCase());
  if (!languageParser || code.length > MAX_CHARACTERS) return null;
  const key = `${language}\n${code}`;
  const known = cache.get(key);
  if (known !== undefined) return known;
  const parts: string[] = [];
  visitTokens(
    code,
    languageParser.parse(code),
    HIGHLIGHTER,
    (text, classes) =>
      parts.push(classes ? `<span class="${classes}">${escapeText(text)}</span>` : escapeText(text)),
    () => parts.push('\n'),
  );
  const html = parts.join('');
  cache.set(key, html);
  return html;
}
