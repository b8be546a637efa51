import type { MarkdownIt, Token } from 'markdown-it';
import { escapeHtml } from './escapeHtml.ts';
import { codeBlockMarkup, exampleMarkup } from './exampleMarkup.ts';
import { type Example, findExamples } from './examples.ts';
import { addCellIds, addHeadingIds, type Heading, type Section, sectionsOf } from './sections.ts';

/** A page of the documentation as HTML, without the frame of the site. */
export interface RenderedMarkdown {
  readonly title: string;
  /** The first paragraph. */
  readonly summary: string;
  readonly html: string;
  readonly headings: readonly Heading[];
  readonly sections: readonly Section[];
}

interface MarkdownOptions {
  /** Returns the address of a linked file; undefined if it is not served, and the link becomes text. */
  readonly addressOf: (href: string) => string | undefined;
  /** True if the text may contain HTML. Descriptions of a model may not. */
  readonly allowsHtml: boolean;
}

/** Renders a page: headings with ids, examples with tabs, tables that scroll. */
export async function renderMarkdown(
  markdown: string,
  { addressOf, allowsHtml }: MarkdownOptions,
): Promise<RenderedMarkdown> {
  const renderer = await createRenderer(allowsHtml);
  const tokens = renderer.parse(markdown, {});
  const headings = addHeadingIds(tokens);
  addCellIds(tokens);
  labelCells(tokens);
  for (const { children } of tokens) if (children) replaceLinks(children, addressOf);
  const sections = sectionsOf(tokens);
  return {
    title: headings[0]?.text ?? '',
    summary: firstParagraph(tokens),
    html: renderer.renderer.render(withExamples(tokens), renderer.options, {}),
    headings,
    sections,
  };
}

/** Returns the examples of a page. */
export async function readExamples(markdown: string): Promise<readonly Example[]> {
  const renderer = await createRenderer(true);
  return findExamples(renderer.parse(markdown, {})).map(({ example }) => example);
}

/** Loads the parser with the first page, and not at every start of the gateway. */
async function createRenderer(allowsHtml: boolean): Promise<MarkdownIt> {
  const { default: MarkdownIt } = await import('markdown-it');
  const markdownIt = new MarkdownIt({ html: allowsHtml });
  const { rules } = markdownIt.renderer;
  rules.fence = (tokens, index) => {
    const token = tokens[index] as Token;
    const [language, file] = token.info.trim().split(/\s+(?:file=)?/);
    return codeBlockMarkup({ language: file ?? (language || 'text'), code: token.content });
  };
  rules.code_block = (tokens, index) =>
    codeBlockMarkup({ language: 'text', code: (tokens[index] as Token).content });
  rules.table_open = (tokens, index) =>
    `<div class="table" role="group" tabindex="0" aria-label="${escapeHtml(tableLabel(tokens, index))}"><table>`;
  rules.table_close = () => '</table></div>\n';
  rules.heading_open = (tokens, index, options, _env, self) => self.renderToken(tokens, index, options);
  rules.heading_close = (tokens, index) => {
    const { tag } = tokens[index] as Token;
    const id = tokens[index - 2]?.attrGet('id');
    return tag === 'h1'
      ? '</h1>\n'
      : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></${tag}>\n`;
  };
  return markdownIt;
}

/** Labels the cells of tables with their columns, for narrow windows, where each row is a list. */
function labelCells(tokens: readonly Token[]): void {
  let columns: string[] = [];
  let column = 0;
  tokens.forEach((token, index) => {
    if (token.type === 'thead_open') columns = [];
    else if (token.type === 'tr_open') column = 0;
    else if (token.type === 'th_open') columns.push(tokens[index + 1]?.content.replaceAll('`', '') ?? '');
    else if (token.type === 'td_open') {
      token.attrSet('data-label', columns[column] ?? '');
      column += 1;
    }
  });
}

/** Names a table by its columns. */
function tableLabel(tokens: readonly Token[], index: number): string {
  const end = tokens.findIndex(({ type }, i) => i > index && type === 'thead_close');
  const columns = tokens
    .slice(index, end)
    .flatMap(({ type, content }) => (type === 'inline' && content ? [content] : []));
  return columns.length > 0 ? `Table: ${columns.join(', ').replaceAll('`', '')}` : 'Table';
}

/** Replaces the code blocks of each example by its markup. */
function withExamples(tokens: readonly Token[]): Token[] {
  const result: Token[] = [...tokens];
  for (const { start, length, example } of findExamples(tokens).toReversed()) {
    const token = tokens[start] as Token;
    const markup = Object.assign(Object.create(Object.getPrototypeOf(token)), token, {
      type: 'html_block',
      content: exampleMarkup(example, `example-${start}`),
    }) as Token;
    result.splice(start, length, markup);
  }
  return result;
}

function firstParagraph(tokens: readonly Token[]): string {
  const index = tokens.findIndex(({ type }) => type === 'paragraph_open');
  const inline = tokens[index + 1];
  return inline?.children?.map(({ content, type }) => (type === 'softbreak' ? ' ' : content)).join('') ?? '';
}

function replaceLinks(tokens: readonly Token[], addressOf: (href: string) => string | undefined): void {
  let isHidden = false;
  for (const token of tokens) {
    if (token.type === 'link_open') {
      const address = addressOf(String(token.attrGet('href')));
      isHidden = address === undefined;
      token.attrSet('href', address ?? '');
    }
    if (/^link_/.test(token.type)) token.hidden = isHidden;
  }
}
