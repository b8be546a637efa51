import { constantCase, lowerFirst } from '../../../core/model/model.ts';
import { OBJECT_KEY } from '../../../core/model/objectKeys.ts';
import { attribute as attributeGroq } from '../../../providers/content/groq/groq.ts';
import type { ImportedType } from '../model/importedModel.ts';
import { numbered } from '../model/typeNames.ts';
import { camelCase } from '../model/words.ts';

/**
 * Returns whether the gateway gives the name to a field of its own. Only documents have an `id`, which is global. The `key` of other
 * objects is their `_key`: each can become an item of a list.
 */
const isOwnName = (type: ImportedType, name: string): boolean =>
  name === 'id' || (name === OBJECT_KEY && type.kind !== 'document');

const isFieldName = (attribute: string): boolean => /^(?!__)[_A-Za-z]\w*$/.test(attribute);

/**
 * Returns the name of a field for an attribute. It differs from the names of other fields of the type, also in constant case, in
 * which orders name fields.
 */
export function fieldName(type: ImportedType, attribute: string): string {
  const base = isFieldName(attribute) ? attribute : camelCase(attribute);
  const name = isOwnName(type, base) ? `${lowerFirst(type.name)}${base === 'id' ? 'Id' : 'Key'}` : base;
  const taken = new Set(type.fields.map((field) => constantCase(field.name)));
  const isFree = (candidate: string) => {
    const constant = constantCase(candidate);
    const isSystem = type.kind === 'document' && SYSTEM_CONSTANTS.get(constant);
    return !taken.has(constant) && (!isSystem || isSystem === candidate);
  };
  return isFree(name) ? name : numbered(name, isFree);
}

/** Returns why a field cannot have the name of its attribute. */
export function nameReason(type: ImportedType, attribute: string): string {
  if (!isFieldName(attribute)) return `${attribute} is no name in GraphQL`;
  if (isOwnName(type, attribute))
    return `the gateway gives ${attribute} to ${attribute === 'id' ? 'the global id' : 'the `_key` of the object'}`;
  return `${attribute} is the name of another field, or differs from one only in case and underscores`;
}

/** Orders that every document type has, and the fields with these values. */
const SYSTEM_CONSTANTS: ReadonlyMap<string, string> = new Map([
  ['CREATED_AT', 'createdAt'],
  ['UPDATED_AT', 'updatedAt'],
  ['ID', 'id'],
]);

/** Returns the directive that reads an attribute whose field has another name, or a part of the attribute; none for other fields. */
export function groqDirective(name: string, attribute: string, suffix = ''): readonly string[] {
  if (name === attribute && suffix === '') return [];
  return [`@groq(expr: ${JSON.stringify(`${attributeGroq(attribute)}${suffix}`)})`];
}
