import { isObject } from '../../../core/validators.ts';
import { boundText, formatCount, formatNumber, type ReportExcess } from './boundedText.ts';
import {
  type CreateNote,
  isFormula,
  isNotPartOfRichText,
  isTextNode,
  JSON_NOTES,
  type Node,
  notesFor,
} from './richTextForms.ts';

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
const MAX_LIST_ITEMS = 1_000;

/** The size of a rich text. Nodes are blocks, inline nodes, marks and line breaks. */
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

/** Bounds a value within a projected rich text that is no part of it, e.g. a referenced document. */
type BoundValue = (value: unknown) => unknown;

/**
 * Bounds a rich text in place, as JSON or projected, so that a document cannot exhaust the memory or the time of those who
 * render it. Notes replace blocks, inline nodes, formulas and texts above the limits. Values that are not Portable Text are
 * omitted, such as blocks that are no objects.
 * @param boundOther bounds referenced documents; undefined if every value is a part of the text
 */
export function boundRichText(
  list: readonly unknown[],
  report: ReportExcess,
  boundOther: BoundValue | undefined,
): unknown[] {
  const blocks = list.filter(isObject);
  if (blocks.length < list.length) report('blocks that are not objects omitted');
  const total = emptySize();
  const notes = notesFor(blocks);
  for (let i = 0; i < blocks.length; i++) {
    const size = emptySize();
    const block =
      i < MAX_BLOCKS && new RichTextBounds(size, report, boundOther).node(blocks[i] as Node, 1, notes.block);
    const limit = block ? addSize(total, size) : `${formatNumber(MAX_BLOCKS)} blocks`;
    if (!block || limit) {
      const note = `${formatCount(blocks.length - i, 'block')} omitted: the text exceeds the limit of ${limit}.`;
      report(note);
      return [...blocks.slice(0, i), notes.block('omitted-blocks', note)];
    }
    blocks[i] = block;
  }
  return blocks;
}

const emptySize = (): Size => ({ nodes: 0, characters: 0, formulas: 0, formulaCharacters: 0 });

/** Adds a size to a total. Returns the limit that the total exceeds, if any. */
function addSize(total: Size, size: Size): string | undefined {
  for (const name of Object.keys(MAX_SIZE) as (keyof Size)[]) {
    total[name] += size[name];
    const [max, unit] = MAX_SIZE[name];
    if (total[name] > max) return `${formatNumber(max)} ${unit}`;
  }
  return undefined;
}

/** Bounds the parts of one block in place, and adds up its size. */
class RichTextBounds {
  readonly #size: Size;
  readonly #report: ReportExcess;
  readonly #boundOther: BoundValue | undefined;

  constructor(size: Size, report: ReportExcess, boundOther: BoundValue | undefined) {
    this.#size = size;
    this.#report = report;
    this.#boundOther = boundOther;
  }

  /** @param createNote creates what replaces the object if it is a formula above the limit */
  node(node: Node, depth: number, createNote: CreateNote): Node {
    this.#size.nodes += 1;
    const tex = node['@tex'];
    if (typeof tex === 'number' && !this.#addFormula(tex)) return this.#formulaNote(node['@key'], createNote);
    const isText = isTextNode(node);
    for (const name of Object.keys(node)) {
      const value = node[name];
      if (this.#boundOther && isNotPartOfRichText(value)) node[name] = this.#boundOther(value);
      else if (
        (isText && LISTS.has(name) && !Array.isArray(value)) ||
        (isNested(value) && depth >= MAX_NESTING)
      ) {
        if (value !== null) this.#report(`invalid ${name} omitted`);
        delete node[name];
      } else if (typeof value === 'string') {
        if (isFormula(node, name) && !this.#addFormula(value.length))
          return this.#formulaNote(node._key, createNote);
        node[name] = this.#text(value);
        if (name === 'text') this.#size.nodes += countLineBreaks(value);
      } else if (isText && name === 'level' && typeof value === 'number') node.level = this.#level(value);
      else if (Array.isArray(value)) node[name] = this.#list(isText ? name : '', value, depth + 1);
      else if (isObject(value)) node[name] = this.node(value as Node, depth + 1, JSON_NOTES.block);
    }
    return node;
  }

  #formulaNote(key: unknown, createNote: CreateNote): Node {
    const note = `Formula omitted: it exceeds the limit of ${formatNumber(MAX_FORMULA_CHARACTERS)} characters.`;
    this.#report(note);
    return createNote(typeof key === 'string' ? key : 'omitted-formula', note);
  }

  /** @param attribute its name; that of a projected list also has a response key (see `nodesAttribute`) */
  #list(attribute: string, list: unknown[], depth: number): unknown[] {
    const [name = ''] = attribute.split(':');
    const { maxLength, isElement } = LISTS.get(name) ?? { maxLength: MAX_LIST_ITEMS, isElement: isAny };
    const elements = list.every(isElement) ? list : list.filter(isElement);
    if (elements.length < list.length) this.#report(`invalid elements of ${name} omitted`);
    const omittedCount = elements.length - maxLength;
    const kept = omittedCount > 0 ? elements.slice(0, maxLength) : elements;
    const notes = notesFor(elements);
    const createNote = name === 'children' ? notes.span : notes.block;
    for (const [i, element] of kept.entries()) kept[i] = this.#element(element, depth, createNote);
    if (omittedCount <= 0) return kept;
    const note = `${formatCount(omittedCount, 'element')} omitted: the limit is ${formatNumber(maxLength)}.`;
    this.#report(`${name}: ${note}`);
    return name === 'children' ? [...kept, notes.span('omitted-children', note)] : kept;
  }

  #element(element: unknown, depth: number, createNote: CreateNote): unknown {
    if (typeof element === 'string') {
      this.#size.nodes += 1;
      return this.#text(element);
    }
    if (!isNested(element)) return element;
    if (this.#boundOther && isNotPartOfRichText(element)) return this.#boundOther(element);
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
  #addFormula(characters: number): boolean {
    if (characters > MAX_FORMULA_CHARACTERS) return false;
    this.#size.formulas += 1;
    this.#size.formulaCharacters += characters;
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
