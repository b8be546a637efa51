import { isObject } from '../../../core/validators.ts';

/** All texts of a rich text, also as plain text. */
export const MAX_RICH_TEXT_CHARACTERS = 200_000;
/** One text within a rich text, e.g. of a span or a code block. */
const MAX_TEXT_CHARACTERS = 20_000;
const MAX_FORMULA_CHARACTERS = 2_000;
const MAX_BLOCKS = 2_000;
/** The limit of the editor in the Studio. */
const MAX_LIST_LEVEL = 10;
/** Levels of objects and lists in a block. The content service accepts 20 in a document. */
const MAX_NESTING = 20;
const MAX_LIST_LENGTH = 1_000;

/** What a rich text consists of. Nodes are blocks, inline nodes, marks and line breaks. */
interface Size {
  nodes: number;
  characters: number;
  formulas: number;
  formulaCharacters: number;
}

/** Limits of a whole rich text, with their units in notes. */
const MAX_SIZE: Readonly<Record<keyof Size, readonly [max: number, unit: string]>> = {
  nodes: [20_000, 'nodes'],
  characters: [MAX_RICH_TEXT_CHARACTERS, 'characters'],
  formulas: [1_000, 'formulas'],
  formulaCharacters: [40_000, 'characters of TeX'],
};

/** The lists of Portable Text. */
const LISTS: ReadonlyMap<string, { maxLength: number; isElement(value: unknown): boolean }> = new Map([
  ['children', { maxLength: 500, isElement: isObject }],
  ['markDefs', { maxLength: 500, isElement: isObject }],
  ['marks', { maxLength: 20, isElement: (value) => typeof value === 'string' }],
]);

type Node = Record<string, unknown>;

/** Receives the reason for each part that is omitted or changed. */
export type ReportExcess = (reason: string) => void;

/**
 * Bounds a rich text in place, so that a document cannot exhaust the memory or the time of those who render it. Notes replace
 * blocks, inline nodes, formulas and texts above the limits. Values that are not Portable Text are omitted, such as blocks that
 * are no objects.
 */
export function boundRichText(list: readonly unknown[], report: ReportExcess): unknown[] {
  const blocks = list.filter(isObject);
  if (blocks.length < list.length) report('blocks that are not objects omitted');
  const total = emptySize();
  for (let i = 0; i < blocks.length; i++) {
    const size = emptySize();
    const block = i < MAX_BLOCKS && new RichTextBounds(size, report).node(blocks[i] as Node, 1, noteBlock);
    const limit = block ? addSize(total, size) : `${format(MAX_BLOCKS)} blocks`;
    if (!block || limit) {
      const note = `${count(blocks.length - i, 'block')} omitted: the text exceeds the limit of ${limit}.`;
      report(note);
      return [...blocks.slice(0, i), noteBlock('omitted-blocks', note)];
    }
    blocks[i] = block;
  }
  return blocks;
}

/**
 * Returns a text of at most this length; a note replaces the rest. Half surrogate pairs are replaced, because functions such as
 * `encodeURIComponent` throw for them.
 */
export function boundText(text: string, maxCharacters: number, report: ReportExcess): string {
  if (text.length <= maxCharacters) return text.toWellFormed();
  const omitted = count(text.length - maxCharacters, 'character');
  report(`${omitted} of a text omitted`);
  return `${text.slice(0, maxCharacters).toWellFormed()}… (${omitted} omitted)`;
}

const emptySize = (): Size => ({ nodes: 0, characters: 0, formulas: 0, formulaCharacters: 0 });

/** Adds a size to a total. Returns the limit that the total exceeds, if any. */
function addSize(total: Size, size: Size): string | undefined {
  for (const name of Object.keys(MAX_SIZE) as (keyof Size)[]) {
    total[name] += size[name];
    const [max, unit] = MAX_SIZE[name];
    if (total[name] > max) return `${format(max)} ${unit}`;
  }
  return undefined;
}

/** Bounds the parts of one block in place, and adds up its size. */
class RichTextBounds {
  readonly #size: Size;
  readonly #report: ReportExcess;

  constructor(size: Size, report: ReportExcess) {
    this.#size = size;
    this.#report = report;
  }

  /** @param createNote creates what replaces the object if it is a formula above the limit */
  node(node: Node, depth: number, createNote: CreateNote): Node {
    this.#size.nodes += 1;
    for (const name of Object.keys(node)) {
      const value = node[name];
      if ((LISTS.has(name) && !Array.isArray(value)) || (isNested(value) && depth >= MAX_NESTING)) {
        if (value !== null) this.#report(`invalid ${name} omitted`);
        delete node[name];
      } else if (typeof value === 'string') {
        if (isFormula(node, name) && !this.#addFormula(value)) {
          const note = `Formula omitted: it exceeds the limit of ${format(MAX_FORMULA_CHARACTERS)} characters.`;
          this.#report(note);
          return createNote(typeof node._key === 'string' ? node._key : 'omitted-formula', note);
        }
        node[name] = this.#text(value);
        if (name === 'text') this.#size.nodes += countLineBreaks(value);
      } else if (name === 'level' && typeof value === 'number') node.level = this.#level(value);
      else if (Array.isArray(value)) node[name] = this.#list(name, value, depth + 1);
      else if (isObject(value)) node[name] = this.node(value as Node, depth + 1, noteBlock);
    }
    return node;
  }

  #list(name: string, list: unknown[], depth: number): unknown[] {
    const { maxLength, isElement } = LISTS.get(name) ?? { maxLength: MAX_LIST_LENGTH, isElement: isAny };
    const elements = list.every(isElement) ? list : list.filter(isElement);
    if (elements.length < list.length) this.#report(`invalid elements of ${name} omitted`);
    const omittedCount = elements.length - maxLength;
    const kept = omittedCount > 0 ? elements.slice(0, maxLength) : elements;
    const createNote = name === 'children' ? noteSpan : noteBlock;
    for (const [i, element] of kept.entries()) kept[i] = this.#element(element, depth, createNote);
    if (omittedCount <= 0) return kept;
    const note = `${count(omittedCount, 'element')} omitted: the limit is ${format(maxLength)}.`;
    this.#report(`${name}: ${note}`);
    return name === 'children' ? [...kept, noteSpan('omitted-children', note)] : kept;
  }

  #element(element: unknown, depth: number, createNote: CreateNote): unknown {
    if (typeof element === 'string') {
      this.#size.nodes += 1;
      return this.#text(element);
    }
    if (!isNested(element)) return element;
    if (depth >= MAX_NESTING) return null;
    return Array.isArray(element)
      ? this.#list('', element, depth + 1)
      : this.node(element as Node, depth + 1, createNote);
  }

  #text(text: string): string {
    this.#size.characters += Math.min(text.length, MAX_TEXT_CHARACTERS);
    return boundText(text, MAX_TEXT_CHARACTERS, this.#report);
  }

  /** Returns false for a formula above the limit. */
  #addFormula(tex: string): boolean {
    if (tex.length > MAX_FORMULA_CHARACTERS) return false;
    this.#size.formulas += 1;
    this.#size.formulaCharacters += tex.length;
    return true;
  }

  #level(level: number): number {
    const bounded = Math.min(MAX_LIST_LEVEL, Math.max(1, Math.trunc(level)));
    if (bounded !== level) this.#report(`list level ${level} replaced by ${bounded}`);
    return bounded;
  }
}

function countLineBreaks(text: string): number {
  let lineBreakCount = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineBreakCount += 1;
  return lineBreakCount;
}

const isAny = () => true;
const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;

/** TeX is in the attribute `tex`, or in the `body` of sanity-plugin-latex-input. */
const isFormula = ({ _type }: Node, name: string): boolean =>
  name === 'tex' || (name === 'body' && _type === 'latex');

type CreateNote = (key: string, text: string) => Node;

const noteSpan: CreateNote = (_key, text) => ({ _type: 'span', _key, text, marks: ['em'] });

const noteBlock: CreateNote = (_key, text) => ({
  _type: 'block',
  _key,
  style: 'normal',
  markDefs: [],
  children: [noteSpan(`${_key}-span`, text)],
});

const format = (value: number): string => value.toLocaleString('en');

const count = (value: number, noun: string): string => `${format(value)} ${noun}${value === 1 ? '' : 's'}`;
