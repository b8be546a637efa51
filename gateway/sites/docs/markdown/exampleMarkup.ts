import { codeLanguageName } from '../../../../schema/code/codeLanguageName.ts';
import { EXPLORER_PATH } from '../../../http/pages/builtWeb.ts';
import { escapeHtml } from './escapeHtml.ts';
import type { CodeBlock, Example, ExampleOperation } from './examples.ts';
import { highlightExample } from './highlightExample.ts';
import { operationPrograms } from './operationPrograms.ts';

interface LabelledCode {
  readonly label: string;
  readonly code: CodeBlock;
}

/** A tab of an example: the code of a client, in one block or several. */
interface Tab {
  readonly label: string;
  readonly blocks: readonly LabelledCode[];
}

/**
 * Returns the HTML of an example: a tab for each client, a link to the explorer, then the output. The tabs are radio
 * buttons, which need no script.
 * @param id unique in the page
 */
export function exampleMarkup({ operation, programs, output }: Example, id: string): string {
  const hasErrors = output !== undefined && /^\s*\{\s*"errors"/.test(output.code);
  const tabs = operation
    ? [
        operationTab(operation),
        ...operationPrograms(operation, hasErrors).map(({ label, ...code }) => programTab(label, code)),
      ]
    : programs.map((code) => programTab(labelOf(code.language), code));
  const link = operation ? explorerLink(operation) : '';
  const result = output ? codeMarkup({ label: operation ? 'Response' : 'Output', code: output }) : '';
  return `<div class="example">${tabsMarkup(tabs, id)}${link}${result}</div>\n`;
}

/** Returns the HTML of a code block. */
export const codeBlockMarkup = (code: CodeBlock): string =>
  codeMarkup({ label: labelOf(code.language), code });

/** Programs in TSX are React clients. */
const labelOf = (language: string): string =>
  language === 'tsx' ? 'React' : (codeLanguageName(language) ?? 'Text');

const programTab = (label: string, code: CodeBlock): Tab => ({ label, blocks: [{ label, code }] });

/** The variables are a block of their own, so that each block can be copied to where it belongs. */
function operationTab({ query, variables }: ExampleOperation): Tab {
  const document = { label: 'GraphQL', code: { language: 'graphql', code: query } };
  const values = { label: 'Variables', code: { language: 'json', code: variablesText(variables) } };
  return { label: 'GraphQL', blocks: variables ? [document, values] : [document] };
}

const variablesText = (variables: ExampleOperation['variables']): string =>
  variables ? JSON.stringify(variables, null, 2) : '';

/** Returns a link that opens the operation in the explorer. The fragment stays in the browser. */
function explorerLink({ query, variables }: ExampleOperation): string {
  const parameters = new URLSearchParams({
    query: query.trimEnd(),
    ...(variables && { variables: variablesText(variables) }),
  });
  return `<p class="open"><a href="${EXPLORER_PATH}#${escapeHtml(String(parameters))}">Open in the explorer</a></p>`;
}

function tabsMarkup(tabs: readonly Tab[], id: string): string {
  const [only] = tabs;
  if (tabs.length === 1 && only) return only.blocks.map(codeMarkup).join('');
  const inputs = tabs.map(
    ({ label }, index) =>
      `<input type="radio" name="${id}" id="${id}-${index}" value="${label}"${index === 0 ? ' checked' : ''}><label for="${id}-${index}">${label}</label>`,
  );
  const panels = tabs.map(({ blocks }) => `<div class="panel">${blocks.map(codeMarkup).join('')}</div>`);
  return `<fieldset class="tabs"><legend>Client</legend>${inputs.join('')}${panels.join('')}</fieldset>`;
}

/** A block can be scrolled by keyboard, so it takes the focus. */
const codeMarkup = ({ label, code }: LabelledCode): string =>
  `<figure class="code"><figcaption>${escapeHtml(label)}</figcaption><pre tabindex="0"><code>${highlightExample({ ...code, code: code.code.trimEnd() })}</code></pre></figure>`;

/** The links of examples, and the links of texts in HTML and in Markdown. */
const EXAMPLE_LINK = /<p class="open"><a href="\/explorer\/[^"]*">[^<]*<\/a><\/p>/g;
const HTML_LINK = /<a href="\/explorer\/[^"]*">(.*?)<\/a>/g;
const MARKDOWN_LINK = /\[([^\]]*)\]\(\/explorer\/[^)]*\)/g;

/** Removes the links to the explorer from the HTML or the Markdown of a page, for a gateway that does not serve it. */
export const withoutExplorer = (text: string): string =>
  text.replace(EXAMPLE_LINK, '').replace(HTML_LINK, '$1').replace(MARKDOWN_LINK, '$1');
