import type { ContentIssue } from '../../../core/contentIssue.ts';
import type { ModelField } from '../../../core/model/model.ts';
import { attributePath } from '../groq/groq.ts';
import { placeOf } from '../groq/projectedTranslations.ts';

/** The location of a projected object that is no document. */
interface Origin {
  /** The projected document or object that contains it. */
  readonly parent: object;
  /** The attribute of the parent; empty for the parent itself. */
  readonly attribute: string;
  readonly index: number | undefined;
}

const origins = new WeakMap<object, Origin>();

/** Stores the location of a projected object that is no document, for the errors of its values. */
export function rememberOrigin(value: object, parent: object, attribute: string, index?: number): void {
  if (!origins.has(value)) origins.set(value, { parent, attribute, index });
}

/** Returns the index of a projected object in the list that contains it; undefined if none does. */
export const indexInList = (value: object): number | undefined => origins.get(value)?.index;

type StoredField = Pick<ModelField, 'name' | 'source'>;

/** Returns the attribute that a field returns. Expressions other than paths have the name of the field. */
export const attributeOfField = (field: StoredField): string =>
  field.source.kind === 'groq' && field.source.expr === '@' ? '' : (attributePath(field) ?? field.name);

/** Returns the attribute that contains the value of a field; of a localized field, with the place of its translation. */
export const storedPath = (row: object, field: StoredField, responseKey: string): string =>
  `${attributeOfField(field)}${placeOf(row, responseKey)}`;

/** Returns the document that contains the value of a field, and the path in it. @param row the projected document or object with the field */
export const locate = (row: object, field: StoredField, responseKey: string, index?: number): Location =>
  locateWithin(row, step(storedPath(row, field, responseKey), index));

type Location = Pick<ContentIssue, 'document' | 'attribute'>;

/** Returns the document that contains a part of a projected value, and the path in it. @param part the path in the value */
export function locateWithin(value: object, part: string): Location {
  let path = part;
  for (let at: object = value; ; ) {
    const id = (at as { readonly '@id'?: unknown })['@id'];
    const origin = typeof id === 'string' ? undefined : origins.get(at);
    if (!origin)
      return { document: typeof id === 'string' ? id : undefined, attribute: path.replace(/^\./, '') };
    path = step(origin.attribute, origin.index) + path;
    at = origin.parent;
  }
}

const step = (attribute: string, index: number | undefined): string =>
  `${attribute === '' ? '' : `.${attribute}`}${index === undefined ? '' : `[${index}]`}`;
