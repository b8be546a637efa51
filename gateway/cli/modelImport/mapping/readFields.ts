import type { TypeNode } from 'groq-js';
import pluralize from 'pluralize';
import { isPath } from '../../../providers/content/groq/groq.ts';
import { type Attributes, type Shape, withName } from '../extract/shape.ts';
import {
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  noteGuess,
  noteLeftOut,
  pathOfType,
} from '../model/importedModel.ts';
import { fieldName, groqDirective, nameReason } from './fieldNames.ts';
import { localizedShape } from './localizedValue.ts';
import type { ShapeTypes } from './shapeTypes.ts';

/** Adds the fields of attributes to a type. */
export type AddFields = (type: ImportedType, attributes: Attributes) => void;

/** Creates a function that reads the attributes of the studio as fields. */
export function createAddFields(
  model: ImportedModel,
  read: (node: TypeNode) => Shape,
  shapeTypes: ShapeTypes,
): AddFields {
  const addField = (type: ImportedType, attribute: string, shape: Shape, isOptional: boolean): undefined => {
    const path = `${pathOfType(type)}.${attribute}`;
    const leaveOut = (reason: string) => noteLeftOut(model, type, attribute, reason);
    const localized = localizedShape(shape, read);
    for (const language of localized?.languages ?? []) model.languages.add(language);
    const valueShape = localized?.value ?? shape;
    const isList = valueShape.kind === 'list';
    const item = isList ? itemOf(valueShape) : valueShape;
    const name = fieldName(type, attribute);
    if (item.kind === 'richText' && !isPath(attribute))
      return leaveOut('rich text needs an attribute whose name is an identifier');
    if (localized && !isPath(attribute))
      return leaveOut('values in several languages need an attribute whose name is an identifier');
    if (localized && item.kind === 'video') return leaveOut('a video in several languages');
    const value = shapeTypes.typeOf(item, { owner: type, name: attribute, isList });
    if ('leftOut' in value) return leaveOut(value.leftOut);
    const comments: string[] = [];
    if (value.comment !== undefined) {
      model.notes.push({ kind: 'guess', path, text: value.comment.replace(/^Guess: /, '') });
      comments.push(value.comment);
    }
    if (name !== attribute)
      comments.push(noteGuess(model, path, `the field ${name}, because ${nameReason(type, attribute)}`));
    if (value.partlyLeftOut !== undefined) {
      model.notes.push({ kind: 'left out', path, text: `of the union: ${value.partlyLeftOut}` });
      comments.push(`Left out of the union: ${value.partlyLeftOut}.`);
    }
    type.fields.push({
      name,
      typeName: value.typeName,
      kind: value.kind,
      isList,
      isRequired: isList,
      isRequiredInStudio: !isOptional && !localized,
      ...(localized && { isLocalized: true }),
      attribute,
      path: item.kind === 'slug' ? [attribute, 'current'] : [attribute],
      directives:
        value.kind === 'video'
          ? [assetDirective(name, attribute)]
          : localized
            ? localizedDirectives(item, name, attribute)
            : groqDirectives(shape, name, attribute),
      description: descriptionOf(item, value.kind),
      comments,
    });
  };
  return (type, attributes) => {
    for (const [attribute, { value, optional }] of Object.entries(attributes))
      if (!attribute.startsWith('_')) addField(type, attribute, read(value), optional === true);
  };
}

/** Returns the shape of the items of a list, with the name of the list in the studio. */
function itemOf({ of, declaredAs }: Shape & { readonly kind: 'list' }): Shape {
  if ('attributes' in of) return withName(of, declaredAs && pluralize.singular(declaredAs));
  const canHaveName = of.kind === 'union' || of.kind === 'text' || of.kind === 'number';
  return canHaveName ? { ...of, declaredAs: of.declaredAs ?? declaredAs } : of;
}

const assetDirective = (name: string, attribute: string): string =>
  name === attribute ? '@asset' : `@asset(field: ${JSON.stringify(attribute)})`;

const localizedDirectives = (item: Shape, name: string, attribute: string): readonly string[] => [
  ...groqDirective(name, attribute),
  item.kind === 'slug' ? '@localized(path: "current")' : '@localized',
];

function groqDirectives(shape: Shape, name: string, attribute: string): readonly string[] {
  const isList = shape.kind === 'list';
  const isSlug = (isList ? shape.of : shape).kind === 'slug';
  return groqDirective(name, attribute, isSlug ? `${isList ? '[]' : ''}.current` : '');
}

/** Returns the choices of a text that is no enum: an extract has no descriptions, and a name says what it says. */
function descriptionOf(item: Shape, kind: ImportedField['kind']): string {
  const values = item.kind === 'text' && kind === 'scalar' ? (item.values ?? []) : [];
  return values.length > 0 ? `One of ${values.map((value) => `\`${value}\``).join(', ')}.` : '';
}
