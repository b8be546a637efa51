import { isObject } from '../../../core/validators.ts';

/** A part of a rich text: of the JSON, or projected (see `nodesProjection`), where `@type` and `@key` are its identity. */
export type Node = Record<string, unknown>;

/** The attribute of a projected object without a `_type` that has the attributes of text. */
export const UNTYPED = '@untyped';

/** Returns the attribute with the values of a projected list that are no objects; the list has null in their places. */
export const invalidAttribute = (list: string): string => `invalid:${list}`;

/** The attribute of a projected rich text with the issues of its other attributes (see `RichTextIssue`). */
export const TEXT_ISSUES = '@issues';

/** The attribute of projected links with the references in the order of the text, beside lists by response key. */
export const LINK_REFERENCES = '@references';

/** Creates the note that replaces a part of a rich text. */
export type CreateNote = (key: string, text: string) => Node;

/** The notes in one form of rich text. */
export interface NoteForms {
  /** Replaces a block. */
  readonly block: CreateNote;
  /** Replaces an inline node. */
  readonly span: CreateNote;
}

/** Notes in the JSON of a rich text. */
export const JSON_NOTES: NoteForms = createNoteForms((type, key) => ({ _type: type, _key: key }));

/** Notes in projected parts (see `nodesProjection`). Their lists have no response keys. */
const PROJECTED_NOTES: NoteForms = createNoteForms((type, key) => ({
  '@type': type,
  '@key': key,
  '@isNote': true,
}));

/** True for a note in a projected rich text. */
export const isNote = (node: Readonly<Node>): boolean => node['@isNote'] === true;

function createNoteForms(identity: (type: string, key: string) => Node): NoteForms {
  const span: CreateNote = (key, text) => ({ ...identity('span', key), text, marks: ['em'] });
  return {
    span,
    block: (key, text) => ({
      ...identity('block', key),
      style: 'normal',
      markDefs: [],
      children: [span(`${key}-span`, text)],
    }),
  };
}

/** Returns whether a node is a part of the text itself. False for projected objects of the model, whose attributes are its fields. */
export const isTextNode = (node: Node): boolean =>
  !('@type' in node) || node['@type'] === 'block' || node['@type'] === 'span';

/** True for a projected document and a projected connection. Sanity attributes cannot begin with `@`. */
export const isNotPartOfRichText = (value: unknown): boolean =>
  isObject(value) && ('@id' in value || '@cursor' in value);

/** Returns the notes in the form of a list's nodes. */
export const notesFor = (list: readonly unknown[]): NoteForms =>
  list.some((node) => isObject(node) && '@type' in node) ? PROJECTED_NOTES : JSON_NOTES;

/**
 * TeX is in the attribute `tex`, or in the `body` of sanity-plugin-latex-input. A projected formula has the length of its TeX
 * in `@tex`, because its TeX has a response key.
 */
export const isFormula = (node: Node, name: string): boolean =>
  (name === 'tex' || (name === 'body' && node._type === 'latex')) && !('@type' in node);
