import type { Note, Place } from '../../../../schema/rich-text/readRichText.ts';
import type { UniqueIds } from '../../../../schema/rich-text/uniqueIds.ts';
import type { ModelType } from '../../../core/model/model.ts';
import type { Formats } from '../markup/formats.ts';
import type { Html } from '../markup/html.ts';
import type { AllRows } from '../markup/moreRows.ts';
import type { Messages } from '../messages/messages.ts';
import type { ReadableField } from '../model/readableFields.ts';

/** The limit of a text in a page. A rich text, or the list of its notes, ends after the block that exceeds it. */
export const MAX_TEXT_CHARACTERS = 400_000;

/** A text around a value, which numbers and lists the notes of the texts in the value. */
export interface OuterText {
  readonly place: Place;
  /** The notes whose references are in the value. */
  readonly referred: Set<Note>;
}

/** The page around a value, on which its markup depends. */
export interface PageContext {
  /** The language that the address names; undefined for the default. */
  readonly locale: string | undefined;
  readonly formats: Formats;
  /** The fixed words, in the language of the page or in English. */
  readonly messages: Messages;
  /** The level of the next heading, from 2. */
  readonly headingLevel: number;
  /** The ids of the page. */
  readonly ids: UniqueIds;
  /** The text with the value; undefined outside of texts. */
  readonly text?: OuterText | undefined;
  /** The page with all rows of the list that is rendered; undefined for lists without such a page, for example lists in inline objects. */
  readonly all?: AllRows | undefined;
}

/** A kind of value: what its operation selects, and how pages show it. */
export interface View {
  /** The arguments of the field, in parentheses; empty for none. */
  readonly arguments: string;
  /** The fields of its selection set, each with its arguments and its own selection set; none for a scalar. */
  readonly fields: readonly string[];
  /** Returns the markup of a value that is not null; undefined if there is nothing to show. */
  render(value: unknown, context: PageContext): Html | undefined;
  /** Returns whether the value is a part of the text; other values are facts. */
  isWide(value: unknown): boolean;
  /** Returns where a value leads; undefined for values of this kind that lead nowhere. Other kinds of values have no such function. */
  target?(value: unknown, context: PageContext): LinkTarget | undefined;
  /** Returns whether a value comes after the other values of a list: a document that cannot be played. */
  isLast?(value: unknown): boolean;
  /** Returns the links in a value, for the menus of the site. Views without the function have none. */
  links?(value: unknown, context: PageContext): readonly MenuLink[];
  /** Returns a value as a row of a table; undefined for a value with more than a name and facts. Views of other kinds have no such function. */
  row?(value: unknown, context: PageContext): TableRow | undefined;
  /** Returns the stored text of a value of an enum. Views of other kinds have no such function. */
  storedText?(value: string): string;
  /** The form of the items of a list of such values; default: parts of the text, one below the other. */
  readonly form?: 'button' | 'tile' | 'picture' | 'logo' | undefined;
}

/** An object as a row of a table. */
export interface TableRow {
  /** The name of the object with the label of its column; undefined without one. */
  readonly name: TableCell | undefined;
  readonly cells: readonly TableCell[];
}

export interface TableCell {
  readonly label: string;
  /** True for a label that the value repeats. */
  readonly isLabelHidden: boolean;
  readonly isNumber: boolean;
  readonly value: Html;
}

/** Where a value leads. */
export interface LinkTarget {
  readonly path: string;
  /** The text of the link; undefined if the value has none of its own. */
  readonly title?: string | undefined;
}

/** A link in a menu. */
export interface MenuLink extends Required<LinkTarget> {
  /** The name of the links around it; undefined for links without one. */
  readonly group?: string | undefined;
}

/** The depth of a field in its operation, and what contains it. */
export interface FieldNesting {
  /** The depth of the field; fields of `Query` have 1. */
  readonly depth: number;
  /** The inline objects around the field, from the outside in. */
  readonly objects: readonly string[];
  /** The number of rich texts around the field. */
  readonly texts: number;
}

/** The parts of an operation that can be left out to fit the limits of operations. */
export interface Detail {
  /** The levels of inline objects. */
  readonly objects: number;
  /** The levels of rich text with the objects of the model. */
  readonly texts: number;
  /** True if fields of the same name and different types have aliases; otherwise only one of the types is requested. */
  readonly hasAliases: boolean;
  /** True if documents are cards; otherwise they are links. */
  readonly hasCards: boolean;
  /** True if there are lists of inline objects. A type with hundreds of fields has single objects only. */
  readonly hasObjectLists: boolean;
}

/** Creates views. A field that is nested too deep has none. */
export interface Views {
  ofField(field: ReadableField, nesting: FieldNesting): View | undefined;
  /** Returns the view of the inline objects of a type, with all its fields. */
  ofObject(type: ModelType, nesting: FieldNesting): View | undefined;
  /** Returns the view of the values of a core type, such as `Image`, or of a link to a document of a type. */
  ofMember(typeName: string, nesting: FieldNesting): View | undefined;
}

/** The data of an object in a response. */
export type Data = Readonly<Record<string, unknown>>;

export const isData = (value: unknown): value is Data =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Returns the documents of a connection; undefined for other values. */
export const nodesOf = (value: unknown): readonly Data[] | undefined =>
  isData(value) && Array.isArray(value.nodes) ? value.nodes.filter(isData) : undefined;

/** Fields of a document have this depth: the document is a field of `Query`. */
export const FIELD_DEPTH = 2;

/** The maximum depth of fields in an operation: the levels of objects, as in `documentLimits`, and the values in them. */
export const MAX_DEPTH = 11;
