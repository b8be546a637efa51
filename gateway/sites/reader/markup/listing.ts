import { highlightCode } from '../../../../schema/code/highlightCode.ts';
import { escapeHtml } from '../../docs/markdown/escapeHtml.ts';
import { keepMarker } from '../sources/textMarkers.ts';
import { Html, html } from './html.ts';

/** Renders source code with the colours of its language; plain where the language has none. @param language as the content names it */
export const codeBlock = (code: string, language = ''): Html => {
  const shown = keepMarker(code, (plain) => highlightCode(plain, language.trim()) ?? escapeHtml(plain));
  return html`<pre tabindex="0"><code>${new Html(shown)}</code></pre>`;
};
