import { highlightCode } from '../../../../schema/code/highlightCode.ts';
import { escapeHtml } from '../../docs/markdown/escapeHtml.ts';
import { keepMarker } from '../sources/textMarkers.ts';
import { Html, html } from './html.ts';

/** The names of languages for readers, where they are more than a first capital. */
const NAMES: Readonly<Record<string, string>> = {
  bash: 'Shell',
  cpp: 'C++',
  csharp: 'C#',
  css: 'CSS',
  graphql: 'GraphQL',
  groq: 'GROQ',
  html: 'HTML',
  javascript: 'JavaScript',
  js: 'JavaScript',
  json: 'JSON',
  jsx: 'JSX',
  latex: 'LaTeX',
  php: 'PHP',
  py: 'Python',
  sh: 'Shell',
  sql: 'SQL',
  ts: 'TypeScript',
  tsx: 'TSX',
  typescript: 'TypeScript',
  xml: 'XML',
  yaml: 'YAML',
};
const NO_LANGUAGE = /^(plain_?text|text|txt|none|plain)?$/i;

/** Returns the name of a language of source code for readers; undefined for plain text. */
export function languageName(language: string): string | undefined {
  const key = language.trim().toLowerCase();
  if (NO_LANGUAGE.test(key)) return undefined;
  return Object.hasOwn(NAMES, key) ? NAMES[key] : key.charAt(0).toUpperCase() + key.slice(1);
}

/** Renders source code with the colours of its language; plain where the language has none. @param language as the content names it */
export const codeBlock = (code: string, language = ''): Html => {
  const shown = keepMarker(code, (plain) => highlightCode(plain, language.trim()) ?? escapeHtml(plain));
  return html`<pre tabindex="0"><code>${new Html(shown)}</code></pre>`;
};
