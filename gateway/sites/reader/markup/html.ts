import { scriptJson } from '../../../../schema/scriptJson.ts';
import { escapeHtml } from '../../docs/markdown/escapeHtml.ts';

/** Markup whose texts are escaped. Only `html` creates it. */
export class Html {
  readonly markup: string;
  constructor(markup: string) {
    this.markup = markup;
  }
}

/** A part of markup: texts are escaped, lists are joined, and nothing is written for the other values. */
export type HtmlPart = Html | string | number | false | null | undefined | readonly HtmlPart[];

/** Writes markup. Values are escaped, also in attributes, which need double quotes. */
export const html = (strings: TemplateStringsArray, ...values: readonly HtmlPart[]): Html =>
  new Html(String.raw({ raw: strings }, ...values.map(markupOf)));

function markupOf(part: HtmlPart): string {
  if (part instanceof Html) return part.markup;
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part));
  return Array.isArray(part) ? part.map(markupOf).join('') : '';
}

/** Markup that does not take its direction from the text around it. */
export class Isolated extends Html {
  /** The markup without its element. */
  readonly content: Html;
  constructor(content: Html) {
    super(`<bdi>${content.markup}</bdi>`);
    this.content = content;
  }
}

/**
 * Isolates a value within a line: its own first letter decides its direction, so that its words, numbers and signs keep their order
 * beside text of the other direction. Every value within a line is isolated.
 */
export const isolate = (part: Html | string | number): Isolated =>
  part instanceof Isolated ? part : new Isolated(html`${part}`);

/** The names of elements that `element` writes. */
const ELEMENT = /^[a-z][a-z0-9]*$/;

/** Writes an element whose name is a value, such as a heading of a level. */
export const element = (name: string, content: HtmlPart): Html =>
  ELEMENT.test(name) ? new Html(`<${name}>${markupOf(content)}</${name}>`) : new Html(markupOf(content));

/** Writes a value as JSON within a `script` element, whose end no text can write. */
export const jsonData = (value: unknown): Html => new Html(scriptJson(value));
