import { type Annotation, isName, readAnnotations, wordEnds } from './annotations.ts';
import { inlineTextOf } from './inlineText.ts';
import { type Blocks, isTextBlock, isTextSpan, present, type RichTextNode, type TextBlock } from './nodes.ts';
import { slugOf, UniqueIds } from './uniqueIds.ts';

/** A node for renderers of Portable Text. Its own attributes begin with `@`, as no field of the API does. */
export interface TextNode {
  _type: string;
  _key?: string;
  [attribute: string]: unknown;
}

/** A heading of a text, for a table of contents. */
export interface Heading {
  /** The key of its block. */
  key: string;
  /** The anchor: unique in the text, and derived from the title. */
  id: string;
  title: string;
  /** From 1 to 6. */
  level: number;
}

/** A note: what an annotation says about its words. */
export interface Note {
  /** The key of its annotation. Annotations of two blocks can have the same key. */
  readonly key: string;
  /** From 1, in reading order: notes of the text, then notes of its notes. */
  readonly number: number;
  readonly id: string;
  readonly annotation: RichTextNode;
  /** The ids of its references in the text, at least one. */
  readonly references: readonly string[];
  /** The note with the words that it is about; undefined for words of the text. */
  readonly within: Note | undefined;
  readonly blocks: Blocks;
  readonly nodes: readonly TextNode[];
}

/** The `_type` of the reference to a note, which is an object after the words that it is about. */
export const NOTE_REFERENCE = '@note';

/** The reference to a note. */
export interface NoteReference {
  readonly _type: typeof NOTE_REFERENCE;
  readonly id: string;
  readonly note: Note;
}

/** How a renderer understands the objects of a text. */
export interface Reading {
  /** Returns the address to which an annotation leads. */
  linkOf(annotation: RichTextNode): string | undefined;
  /** Returns the blocks of the note that an annotation is; undefined if it has nothing to read. */
  noteOf(annotation: RichTextNode): Blocks | undefined;
  /** Returns what stands for an object that the renderer cannot show; undefined for objects that it shows. */
  blocksOf?(object: RichTextNode): Blocks | undefined;
  /**
   * Returns the blocks whose words, with their annotations, stand for an object between spans; undefined for objects that the
   * renderer shows.
   */
  inlineOf?(object: RichTextNode): Blocks | undefined;
  /** Returns what the renderer makes of an object that it shows, which its node has as `@content`. Called in reading order. */
  contentOf?(object: RichTextNode, place: Place): unknown;
  /** The text around this text: its notes are numbered together, and listed there. */
  readonly place?: Place | undefined;
  /** The ids of the page. Default: the ids of the text alone. */
  readonly ids?: UniqueIds;
  /** Begins all ids of the text. Default: `text` for notes, and nothing for headings. */
  readonly idPrefix?: string | undefined;
}

/** A place in a text that is read, for the texts in an object. */
export interface Place {
  readonly reader: TextReader;
  /** The note with the object; undefined for an object of the text itself. */
  readonly within: Note | undefined;
}

/** A text as all renderers show it: every annotation once, and every id once. */
export interface ReadText {
  readonly nodes: readonly TextNode[];
  readonly headings: readonly Heading[];
  readonly notes: readonly Note[];
}

/**
 * Reads the blocks of a text: its headings with anchors, and its notes with their numbers, also the notes within notes. The notes
 * of a text within another text belong to the outer text.
 */
export function readRichText(blocks: Blocks, reading: Reading): ReadText {
  const { place } = reading;
  if (place)
    return {
      nodes: place.reader.readBlocks(blocks, reading, place.within as OpenNote | undefined),
      headings: [],
      notes: [],
    };
  const reader = new TextReader(reading);
  const nodes = reader.readBlocks(blocks, reading, undefined);
  // The list grows while notes are read that have notes of their own.
  for (const note of reader.notes) note.nodes.push(...reader.readBlocks(note.blocks, note.reading, note));
  return { nodes, headings: reader.headings, notes: reader.notes };
}

/** A block of text with its key, or else its position. */
type KeyedBlock = TextBlock & { readonly key: string };

interface OpenNote extends Note {
  /** How its blocks are read. */
  readonly reading: Reading;
  readonly references: string[];
  readonly within: OpenNote | undefined;
  readonly nodes: TextNode[];
}

/** Numbers the notes of a text and of the texts in it, and gives out its ids. */
class TextReader {
  readonly notes: OpenNote[] = [];
  readonly headings: Heading[] = [];
  readonly #ids: UniqueIds;
  readonly #idPrefix: string | undefined;
  readonly #notePrefix: string;

  constructor({ ids = new UniqueIds(), idPrefix }: Reading) {
    this.#ids = ids;
    this.#idPrefix = idPrefix;
    this.#notePrefix = idPrefix ?? 'text';
  }

  /** @param within the note that has the blocks */
  readBlocks(blocks: Blocks, reading: Reading, within: OpenNote | undefined): TextNode[] {
    const keys = new UniqueIds();
    const place: Place = { reader: this, within };
    const read = (list: Blocks, hasAnchors: boolean): TextNode[] =>
      present(list).flatMap((block, position) => {
        // A query can leave the keys out; they are then positions, as for stored blocks without keys.
        const key = block.key ?? `${position}`;
        const _key = keys.take(key);
        if (isTextBlock(block) && isBlankHeading(block)) return [];
        if (isTextBlock(block))
          return [{ ...this.#textBlock({ ...block, key }, reading, within, hasAnchors), _key }];
        const replacements = reading.blocksOf?.(block);
        if (replacements) return read(replacements, false);
        const content = reading.contentOf?.(block, place);
        return [{ ...objectNode(block), _key, ...(content !== undefined && { '@content': content }) }];
      });
    // The text of a note can be shown at several places of a page.
    return read(blocks, within === undefined);
  }

  #textBlock(
    block: KeyedBlock,
    reading: Reading,
    within: OpenNote | undefined,
    hasAnchors: boolean,
  ): TextNode {
    const { style, listItem, level } = block;
    const text = inlineTextOf(block, (object) => reading.inlineOf?.(object));
    const { children } = text;
    const annotations = readAnnotations(text, (annotation) => reading.linkOf(annotation));
    const ends = new Map(annotations.all.map((annotation) => [annotation, wordEnds(annotation, children)]));
    const notes = new Map<Annotation, OpenNote | undefined>();
    const referencesAt = (position: number): TextNode[] =>
      annotations.at(position).flatMap((annotation) => {
        if (!ends.get(annotation)?.has(position)) return [];
        if (!notes.has(annotation))
          notes.set(
            annotation,
            this.#note(annotation, annotations.hiddenLinks.has(annotation), reading, within),
          );
        const note = notes.get(annotation);
        return note ? [this.#reference(note)] : [];
      });
    return {
      _type: 'block',
      style: isName(style) ? style : 'normal',
      ...(listItem && isName(listItem) && { listItem, level: level ?? 1 }),
      ...(hasAnchors && HEADING_STYLE.test(style) && { '@id': this.#headingId(block, children) }),
      children: children.flatMap((child, position) => [
        inlineNode(child, position, annotations.marksAt(position)),
        ...referencesAt(position),
      ]),
      markDefs: annotations.all.map(annotationNode),
    };
  }

  #headingId({ key, style }: KeyedBlock, children: readonly RichTextNode[]): string {
    const title = children
      .map((child) => (isTextSpan(child) ? child.text : ''))
      .join('')
      .trim();
    const prefix = this.#idPrefix === undefined ? '' : `${this.#idPrefix}-`;
    const id = this.#ids.take(`${prefix}${slugOf(title)}`);
    this.headings.push({ key, id, title, level: Number(style[1]) });
    return id;
  }

  #note(
    annotation: Annotation,
    isHidden: boolean,
    reading: Reading,
    within: OpenNote | undefined,
  ): OpenNote | undefined {
    for (let around = within; around; around = around.within)
      if (around.annotation === annotation.node) return around;
    const blocks = reading.noteOf(annotation.node);
    if (!blocks && !isHidden) return undefined;
    const number = this.notes.length + 1;
    const note: OpenNote = {
      key: annotation.node.key ?? '',
      number,
      id: this.#ids.take(`${this.#notePrefix}-note-${number}`),
      annotation: annotation.node,
      reading,
      references: [],
      within,
      blocks: blocks ?? [],
      nodes: isHidden ? [linkNode(annotation)] : [],
    };
    this.notes.push(note);
    return note;
  }

  #reference(note: OpenNote): TextNode {
    const id = this.#ids.take(`${this.#notePrefix}-ref-${note.number}`);
    note.references.push(id);
    return { _type: NOTE_REFERENCE, _key: id, id, note };
  }
}

const HEADING_STYLE = /^h[1-6]$/;

/** Returns whether a heading has no words, as editors leave them in drafts: outlines and screen readers would announce it. */
const isBlankHeading = ({ style, children }: TextBlock): boolean =>
  HEADING_STYLE.test(style) &&
  present(children).every((child) => isTextSpan(child) && child.text.trim() === '');

const inlineNode = (node: RichTextNode, position: number, marks: readonly string[]): TextNode =>
  isTextSpan(node) ? { _type: 'span', text: node.text, marks } : { ...objectNode(node), _key: `${position}` };

const objectNode = (node: RichTextNode): TextNode => ({ ...node, _type: node.__typename ?? '' });

const annotationNode = ({ key, node, link }: Annotation): TextNode => ({
  ...objectNode(node),
  _key: key,
  '@link': link,
});

/** Returns a paragraph with a link whose words are its address. */
const linkNode = (annotation: Annotation): TextNode => ({
  _type: 'block',
  _key: '@link',
  style: 'normal',
  children: [{ _type: 'span', text: annotation.link, marks: [annotation.key] }],
  markDefs: [annotationNode(annotation)],
});
