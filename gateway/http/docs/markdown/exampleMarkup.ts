import { escapeHtml } from './escapeHtml.ts';
import type { CodeBlock, Example } from './examples.ts';
import { operationPrograms } from './operationPrograms.ts';

const LANGUAGE_LABELS: Readonly<Record<string, string>> = {
  sh: 'Shell',
  js: 'JavaScript',
  ts: 'TypeScript',
  tsx: 'React',
  python: 'Python',
  graphql: 'GraphQL',
  json: 'JSON',
  html: 'HTML',
  text: 'Text',
};

type LabelledCode = readonly [label: string, code: string];

/**
 * Returns the HTML of an example: a tab for each client, then the output. The tabs are radio buttons, which need no script.
 * @param id unique in the page
 */
export function exampleMarkup({ operation, programs, output }: Example, id: string): string {
  const hasErrors = output !== undefined && /^\s*\{\s*"errors"/.test(output.code);
  const blocks: readonly LabelledCode[] = operation
    ? [
        ['GraphQL', operationText(operation.query, operation.variables)],
        ...operationPrograms(operation, hasErrors).map(({ label, code }) => [label, code] as const),
      ]
    : programs.map(({ language, code }) => [labelOf(language), code] as const);
  const result = output ? codeMarkup([operation ? 'Response' : 'Output', output.code]) : '';
  return `<div class="example">${tabsMarkup(blocks, id)}${result}</div>\n`;
}

/** Returns the HTML of a code block. */
export const codeBlockMarkup = ({ language, code }: CodeBlock): string =>
  codeMarkup([labelOf(language), code]);

const labelOf = (language: string): string => LANGUAGE_LABELS[language] ?? language;

function operationText(query: string, variables: Readonly<Record<string, unknown>> | undefined): string {
  return variables ? `${query}\n# Variables\n${JSON.stringify(variables, null, 2)}\n` : query;
}

function tabsMarkup(blocks: readonly LabelledCode[], id: string): string {
  const [only] = blocks;
  if (blocks.length === 1 && only) return codeMarkup(only);
  const inputs = blocks.map(
    ([label], index) =>
      `<input type="radio" name="${id}" id="${id}-${index}" value="${label}"${index === 0 ? ' checked' : ''}><label for="${id}-${index}">${label}</label>`,
  );
  const panels = blocks.map((block) => `<div class="panel">${codeMarkup(block)}</div>`);
  return `<fieldset class="tabs"><legend>Client</legend>${inputs.join('')}${panels.join('')}</fieldset>`;
}

/** A block can be scrolled by keyboard, so it takes the focus. */
const codeMarkup = ([label, code]: LabelledCode): string =>
  `<figure class="code"><figcaption>${escapeHtml(label)}</figcaption><pre tabindex="0"><code>${escapeHtml(code.trimEnd())}</code></pre></figure>`;
