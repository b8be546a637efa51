import type { Token } from 'markdown-it';

/** A part of a page that search finds: the text from an anchor to the next. */
export interface Section {
  /** The anchor; empty for the beginning of the page. */
  readonly id: string;
  readonly heading: string;
  readonly text: string;
  /** Its blocks of code. */
  readonly code: string;
}

/** A heading of a page. */
export interface Heading {
  /** From 1. */
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** An id at the end of a heading or a cell, for example `{#title}`. */
const WRITTEN_ID = /\s*\{#([\w.-]+)\}$/;
const ANCHOR = /^<a id="([^"]+)">/;

/**
 * Gives headings ids and returns them: the id in braces, else the id that links in Markdown use, for example
 * `nulls-pages-and-drafts` for `Nulls, pages and drafts`.
 */
export function addHeadingIds(tokens: readonly Token[]): readonly Heading[] {
  return tokens.flatMap((token, i) => {
    const inline = tokens[i + 1];
    if (token.type !== 'heading_open' || !inline) return [];
    const written = takeId(inline);
    const text = textOf(inline);
    const id = written ?? slugOf(inline.content);
    token.attrSet('id', id);
    return [{ level: Number(token.tag.slice(1)), id, text }];
  });
}

/** Gives the cells of tables the ids that they end with. */
export function addCellIds(tokens: readonly Token[]): void {
  tokens.forEach((token, i) => {
    const inline = tokens[i + 1];
    const id = token.type === 'td_open' && inline ? takeId(inline) : undefined;
    if (id !== undefined) token.attrSet('id', id);
  });
}

/** Removes the id at the end of a text, and returns it. */
function takeId({ children }: Token): string | undefined {
  const last = children?.at(-1);
  const written = last?.type === 'text' ? WRITTEN_ID.exec(last.content) : null;
  if (last && written) last.content = last.content.slice(0, written.index);
  return written?.[1];
}

const slugOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');

/** Returns the sections of a page whose headings have ids. Anchors in a text begin a section too. */
export function sectionsOf(tokens: readonly Token[]): readonly Section[] {
  const sections: { id: string; heading: string; texts: string[]; codes: string[] }[] = [];
  tokens.forEach((token, i) => {
    if (token.type === 'fence') sections.at(-1)?.codes.push(token.content);
    if (token.type !== 'inline') return;
    const text = textOf(token);
    const heading = tokens[i - 1];
    const anchor = ANCHOR.exec(token.children?.[0]?.content ?? '')?.[1];
    if (heading?.type === 'heading_open')
      sections.push({
        id: heading.tag === 'h1' ? '' : String(heading.attrGet('id')),
        heading: text,
        texts: [],
        codes: [],
      });
    else if (anchor !== undefined) sections.push({ id: anchor, heading: text, texts: [], codes: [] });
    else sections.at(-1)?.texts.push(text);
  });
  return sections.map(({ id, heading, texts, codes }) => ({
    id,
    heading,
    text: texts.join(' '),
    code: codes.join('\n'),
  }));
}

/** Returns the text of an inline token without markup. */
const textOf = ({ children }: Token): string =>
  (children ?? [])
    .map(({ type, content }) =>
      type === 'text' || type === 'code_inline' ? content : type === 'softbreak' ? ' ' : '',
    )
    .join('');
