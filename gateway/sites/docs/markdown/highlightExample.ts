import { escapeHtml } from './escapeHtml.ts';
import type { CodeBlock } from './examples.ts';

/** The parts of a language that have colours, as sources of regular expressions. */
interface Syntax {
  readonly comment?: string;
  readonly string: string;
  readonly keyword: string;
  /** What names a value: variables of GraphQL and of a shell, keys of JSON. */
  readonly name?: string;
  /** Absent for a shell, whose addresses contain numbers. */
  readonly number?: string;
}

const QUOTED = `"(?:\\\\.|[^"\\\\\\n])*"`;
const QUOTED_SINGLY = `'(?:\\\\.|[^'\\\\\\n])*'`;
const TEMPLATE = '`(?:\\\\.|[^`\\\\])*`';
const TRIPLE_QUOTED = '"""[\\s\\S]*?"""';
const NUMBER = '\\b\\d[\\d_]*(?:\\.\\d+)?(?:[eE][+-]?\\d+)?\\b';

const words = (list: string): string => `\\b(?:${list.split(' ').join('|')})\\b`;

const JAVASCRIPT: Syntax = {
  number: NUMBER,
  comment: '(?<!:)//[^\\n]*|/\\*[\\s\\S]*?\\*/',
  string: `${QUOTED}|${QUOTED_SINGLY}|${TEMPLATE}`,
  keyword: words(
    'as async await break case catch class const continue default else export extends false finally for from function if import in instanceof interface let new null of return switch this throw true try type typeof undefined while',
  ),
};
const SYNTAXES: Readonly<Record<string, Syntax>> = {
  graphql: {
    number: NUMBER,
    comment: '#[^\\n]*',
    string: `${TRIPLE_QUOTED}|${QUOTED}`,
    keyword: words(
      'query mutation subscription fragment on true false null type interface union enum input scalar directive extend implements schema',
    ),
    name: '[$@]\\w+',
  },
  json: { number: NUMBER, string: QUOTED, keyword: words('true false null'), name: `${QUOTED}(?=\\s*:)` },
  js: JAVASCRIPT,
  ts: JAVASCRIPT,
  tsx: JAVASCRIPT,
  sh: {
    comment: '(?<=^|\\s)#[^\\n]*',
    string: `${QUOTED}|'[^']*'`,
    keyword: '(?<=^|\\n|\\|\\s*)(?:cd|curl|export|mkdir|node|npm|npx)\\b',
    name: '\\$\\w+',
  },
  python: {
    number: NUMBER,
    comment: '#[^\\n]*',
    string: `${TRIPLE_QUOTED}|${QUOTED}|${QUOTED_SINGLY}`,
    keyword: words(
      'and as class def elif else except False for from if import in is lambda None not or print return True try while with',
    ),
  },
};

/** The tokens of each language. Comments and texts come first, because they can contain other tokens. */
const TOKENS: ReadonlyMap<string, RegExp> = new Map(
  Object.entries(SYNTAXES).map(([language, { comment, name, string, keyword, number }]) => {
    const groups = { comment, name, string, keyword, number };
    const sources = Object.entries(groups).flatMap(([group, source]) =>
      source === undefined ? [] : [`(?<${group}>${source})`],
    );
    return [language, new RegExp(sources.join('|'), 'g')];
  }),
);

/**
 * Returns code as HTML with the classes `tok-comment`, `tok-name`, `tok-string`, `tok-keyword` and `tok-number`. The text of
 * the HTML is the code. Other languages stay plain.
 */
export function highlightExample({ language, code }: CodeBlock): string {
  const parts: string[] = [];
  let end = 0;
  for (const match of code.matchAll(TOKENS.get(language) ?? /$^/g)) {
    const [token] = match;
    const kind = Object.entries(match.groups ?? {}).find(([, text]) => text !== undefined)?.[0];
    parts.push(
      escapeHtml(code.slice(end, match.index)),
      `<span class="tok-${kind}">${escapeHtml(token)}</span>`,
    );
    end = match.index + token.length;
  }
  return parts.join('') + escapeHtml(code.slice(end));
}
