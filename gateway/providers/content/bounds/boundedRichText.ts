import { isObject } from '../../../core/validators.ts';
import { unwrapTranslations } from '../groq/projectedTranslations.ts';
import { boundText, formatCount, formatNumber } from './cutValues.ts';
import {
  type CreateNote,
  invalidAttribute,
  isFormula,
  isNotPartOfRichText,
  isTextNode,
  JSON_NOTES,
  type Node,
  notesFor,
  UNTYPED,
} from './richTextForms.ts';
import { kindOfPart, type RichTextReports, reportInvalid } from './richTextReports.ts';
import { addSize, emptySize, type Size } from './richTextSize.ts';

/** One text within a rich text, e.g. of a span or a code block. */
const MAX_TEXT_CHARACTERS = 500_000;
const MAX_FORMULA_CHARACTERS = 2_000;
const MAX_BLOCKS = 10_000;
/** The limit of the editor in the Studio. */
const MAX_LIST_LEVEL = 10;
/** Levels of objects and lists in a block. The content service accepts 20 in a document. */
const MAX_NESTING = 20;
const MAX_LIST_ITEMS = 1_000;

/** The lists of Portable Text. */
const LISTS: ReadonlyMap<string, { maxLength: number; isElement(value: unknown): boolean }> = new Map([
  ['children', { maxLength: 2_000, isElement: isObject }],
  ['markDefs', { maxLength: 1_000, isElement: isObject }],
  ['marks', { maxLength: 20, isElement: (value) => typeof value === 'string' }],
]);

/** The kinds of the attributes of text. */
const KINDS: ReadonlyMap<string, string> = new Map([
  ['text', 'string'],
  ['style', 'string'],
  ['listItem', 'string'],
  ['level', 'number'],
]);

/** Bounds a value within a projected rich text that is no part of it, e.g. a referenced document. */
type BoundValue = (value: unknown) => unknown;

/**
 * Bounds a rich text in place, as JSON or projected, so that a document cannot exhaust the memory or the time of those who
 * render it. Notes replace blocks, inline nodes, formulas and texts above the limits. Values that are not Portable Text are
 * omitted, such as blocks that are no objects. Every part that is omitted or changed is an issue.
 * @param boundOther bounds referenced documents; undefined if every value is a part of the text
 */
export function boundRichText(
  list: readonly unknown[],
  reports: RichTextReports,
  boundOther: BoundValue | undefined,
  invalid: unknown = undefined,
): unknown[] {
  const notes = notesFor(list);
  reportInvalid(list, isObject, { reports, path: '', invalid });
  const total = emptySize();
  const blocks: unknown[] = [];
  for (const [i, block] of list.entries()) {
    if (!isObject(block)) {
      // A projected list has the positions of the document.
      if (notes !== JSON_NOTES) blocks.push(null);
      continue;
    }
    const size = emptySize();
    const bounds = new RichTextBounds(size, reports, boundOther, `[${i}]`);
    const bounded = i < MAX_BLOCKS && bounds.listed(block as Node, notes.block);
    const limit = bounded ? addSize(total, size) : `${formatNumber(MAX_BLOCKS)} blocks`;
    if (!bounded || limit) {
      const omitted = formatCount(list.length - i, 'block');
      const note = `${omitted} omitted: the text exceeds the limit of ${limit}.`;
      reports.excess(note);
      reports.issue({ path: `[${i}]`, expected: `a text of at most ${limit}`, found: `${omitted} more` });
      return [...blocks, notes.block('omitted-blocks', note)];
    }
    blocks.push(bounded);
  }
  return blocks;
}

/** Bounds the parts of one block in place, and adds up its size. */
class RichTextBounds {
  readonly #size: Size;
  readonly #reports: RichTextReports;
  readonly #boundOther: BoundValue | undefined;
  /** The path of the part that is bounded. */
  #path: string;
  #hasTypes: boolean;

  constructor(size: Size, reports: RichTextReports, boundOther: BoundValue | undefined, path: string) {
    this.#size = size;
    this.#reports = reports;
    this.#boundOther = boundOther;
    this.#path = path;
    this.#hasTypes = reports.hasTypes;
  }

  /** Bounds a block, an inline node or an annotation. @param createNote creates what replaces a formula above the limit */
  listed(node: Node, createNote: CreateNote, depth = 1): Node {
    const isUntyped = this.#hasTypes && isUntypedText(node);
    if (isUntyped) this.#issueAt('_type', 'a text', kindOfPart(node['@type'] ?? node._type));
    delete node[UNTYPED];
    return this.node(node, depth, createNote);
  }

  /** @param createNote creates what replaces the object if it is a formula above the limit */
  node(node: Node, depth: number, createNote: CreateNote): Node {
    this.#size.nodes += 1;
    const names = unwrapTranslations(node);
    const tex = node['@tex'];
    if (typeof tex === 'number' && !this.#addFormula(tex)) return this.#formulaNote(node['@key'], createNote);
    const path = this.#path;
    for (const name of names) {
      if (!(name in node)) continue;
      const attribute = name.startsWith('@') ? '' : (name.split(':')[0] ?? '');
      this.#path = attribute === '' || attribute === 'blocks' ? path : `${path}.${attribute}`;
      if (!this.#attribute(node, name, depth)) return this.#formulaNote(node._key, createNote);
    }
    this.#path = path;
    return node;
  }

  /** Bounds an attribute. Returns false for a formula above the limit. */
  #attribute(node: Node, name: string, depth: number): boolean {
    const value = node[name];
    const [attribute = ''] = name.split(':');
    const isText = isTextNode(node);
    const kind = isPartOfText(node) ? KINDS.get(attribute) : undefined;
    if (kind && value !== null && typeof value !== kind) this.#issue(`a ${kind}`, kindOfPart(value));
    if (this.#boundOther && isNotPartOfRichText(value)) node[name] = this.#boundOther(value);
    else if (isText && LISTS.has(attribute) && !Array.isArray(value)) {
      if (value !== null) {
        this.#reports.excess(`invalid ${attribute} omitted`);
        this.#issue('a list', kindOfPart(value));
      }
      // A projected list is null, as the query returns it.
      if (name === attribute) delete node[name];
      else node[name] = null;
    } else if (isNested(value) && depth >= MAX_NESTING) {
      this.#reports.excess(`invalid ${attribute} omitted`);
      this.#issue(`at most ${MAX_NESTING} levels of objects and lists`, 'more');
      delete node[name];
    } else if (typeof value === 'string') {
      if (isFormula(node, name) && !this.#addFormula(value.length)) return false;
      node[name] = this.#text(value);
      if (name === 'text') this.#size.nodes += countLineBreaks(value);
    } else if (name === 'level' && typeof value === 'number' && isPartOfText(node)) this.#level(node, value);
    else if (Array.isArray(value)) {
      const invalid = node[invalidAttribute(name)];
      delete node[invalidAttribute(name)];
      const hasTypes = this.#hasTypes;
      // The plain text of a text within the text.
      if (name === '@blocks') this.#hasTypes = false;
      node[name] = this.#list(isText ? attribute : '', value, depth + 1, invalid);
      this.#hasTypes = hasTypes;
    } else if (isObject(value)) node[name] = this.node(value as Node, depth + 1, JSON_NOTES.block);
    return true;
  }

  #formulaNote(key: unknown, createNote: CreateNote): Node {
    const limit = `${formatNumber(MAX_FORMULA_CHARACTERS)} characters`;
    const note = `Formula omitted: it exceeds the limit of ${limit}.`;
    this.#reports.excess(note);
    this.#issue(`a formula of at most ${limit}`, 'a longer one');
    return createNote(typeof key === 'string' ? key : 'omitted-formula', note);
  }

  #list(name: string, list: unknown[], depth: number, invalid: unknown): unknown[] {
    const { maxLength, isElement } = LISTS.get(name) ?? { maxLength: MAX_LIST_ITEMS, isElement: isAny };
    const path = this.#path;
    const notes = notesFor(list);
    const isKept = (element: unknown) => isElement(element) || (element === null && notes !== JSON_NOTES);
    if (LISTS.has(name)) reportInvalid(list, isElement, { reports: this.#reports, path, invalid });
    const elements = list.every(isKept) ? list : list.filter(isKept);
    if (elements.length < list.length) this.#reports.excess(`invalid elements of ${name} omitted`);
    const omittedCount = elements.length - maxLength;
    const kept = omittedCount > 0 ? elements.slice(0, maxLength) : elements;
    const createNote = name === 'children' ? notes.span : notes.block;
    for (const [i, element] of kept.entries()) {
      this.#path = `${path}[${i}]`;
      kept[i] = this.#element(element, depth, createNote, name === 'children');
    }
    this.#path = path;
    if (omittedCount <= 0) return kept;
    const note = `${formatCount(omittedCount, 'element')} omitted: the limit is ${formatNumber(maxLength)}.`;
    this.#reports.excess(`${name}: ${note}`);
    this.#issue(`at most ${formatCount(maxLength, 'element')}`, formatNumber(elements.length));
    return name === 'children' ? [...kept, notes.span('omitted-children', note)] : kept;
  }

  #element(element: unknown, depth: number, createNote: CreateNote, isInline: boolean): unknown {
    if (typeof element === 'string') {
      this.#size.nodes += 1;
      return this.#text(element);
    }
    if (!isNested(element)) return element;
    if (this.#boundOther && isNotPartOfRichText(element)) return this.#boundOther(element);
    if (depth >= MAX_NESTING) {
      this.#issue(`at most ${MAX_NESTING} levels of objects and lists`, 'more');
      return null;
    }
    if (Array.isArray(element)) return this.#list('', element, depth + 1, undefined);
    return isInline
      ? this.listed(element as Node, createNote, depth + 1)
      : this.node(element as Node, depth + 1, createNote);
  }

  #text(text: string): string {
    this.#size.characters += Math.min(text.length, MAX_TEXT_CHARACTERS);
    if (text.length > MAX_TEXT_CHARACTERS)
      this.#issue(
        `a text of at most ${formatCount(MAX_TEXT_CHARACTERS, 'character')}`,
        formatCount(text.length, 'character'),
      );
    return boundText(text, MAX_TEXT_CHARACTERS, this.#reports.excess);
  }

  /** Returns false for a formula above the limit. */
  #addFormula(characters: number): boolean {
    if (characters > MAX_FORMULA_CHARACTERS) return false;
    this.#size.formulas += 1;
    this.#size.formulaCharacters += characters;
    return true;
  }

  /** Removes a level that lists do not have. */
  #level(node: Node, level: number): void {
    if (Number.isInteger(level) && level >= 1 && level <= MAX_LIST_LEVEL) return;
    this.#reports.excess(`list level ${level} omitted`);
    this.#issue(`a whole number of 1 to ${MAX_LIST_LEVEL}`, String(level));
    // A projected block has the attribute, as the query returns it.
    if ('@type' in node) node.level = null;
    else delete node.level;
  }

  #issue(expected: string, found: string): void {
    this.#reports.issue({ path: this.#path, expected, found });
  }

  #issueAt(name: string, expected: string, found: string): void {
    this.#reports.issue({ path: `${this.#path}.${name}`, expected, found });
  }
}

/** True for a block of text and a span. */
const isPartOfText = (node: Node): boolean => {
  const type = '@type' in node ? node['@type'] : node._type;
  return type === 'block' || type === 'span';
};

/** True for an object with the attributes of text and without a type. */
const isUntypedText = (node: Node): boolean => {
  if ('@type' in node) return node[UNTYPED] === true;
  const { _type, text, children } = node;
  return typeof _type !== 'string' && (typeof text === 'string' || Array.isArray(children));
};

function countLineBreaks(text: string): number {
  let lineBreakCount = 0;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lineBreakCount += 1;
  return lineBreakCount;
}

const isAny = () => true;
const isNested = (value: unknown): boolean => typeof value === 'object' && value !== null;
