import type { Html } from '../markup/html.ts';
import { unitFields } from '../model/measures.ts';
import type { ReadableField } from '../model/readableFields.ts';
import { isForReaders, isMarkupCopy } from '../model/roles.ts';
import { selectionOf } from './selection.ts';
import type { Data, FieldNesting, PageContext, View, Views } from './view.ts';

/** A field of an object with its view. */
export interface FieldView {
  readonly field: ReadableField;
  readonly view: View;
}

/** Returns the views of fields; those that are too deep, that are not for readers, or that repeat another field are left out. */
export function fieldViews(
  fields: readonly ReadableField[],
  views: Pick<Views, 'ofField'>,
  nesting: FieldNesting,
): readonly FieldView[] {
  const units = new Set(unitFields(fields).values());
  const inObject = nesting.objects.length > 1 ? fields : undefined;
  const isShown = (field: ReadableField) =>
    (units.has(field) || isForReaders(field, inObject)) && !isMarkupCopy(field, fields);
  return fields.filter(isShown).flatMap((field) => {
    const view = views.ofField(field, nesting);
    return view ? [{ field, view }] : [];
  });
}

/** Returns the selection of fields, each with its arguments and its own selection set. */
export const textsOf = (fields: readonly FieldView[]): readonly string[] =>
  fields.map(({ field, view }) => `${field.name}${view.arguments} ${selectionOf(view.fields)}`.trim());

/** Renders the value of a field. Every field of a document or an object that a page shows is rendered here, except titles. */
export function renderField({ field, view }: FieldView, data: Data, context: PageContext): Html | undefined {
  const value = data[field.name];
  return value === null || value === undefined ? undefined : view.render(value, context);
}
