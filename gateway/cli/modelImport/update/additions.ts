import { constantCase, type Model, type ModelType } from '../../../core/model/model.ts';
import { requiresScopesDirective } from '../../../core/model/requiredScopes.ts';
import { isUnion } from '../compare/compareKinds.ts';
import { readsAttribute } from '../compare/readPaths.ts';
import { groqDirective } from '../mapping/fieldNames.ts';
import {
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  isPrivate,
  REQUIRES_PRIVATE,
} from '../model/importedModel.ts';
import { numbered } from '../model/typeNames.ts';
import { unreadParts } from './flattenedObjects.ts';
import { fieldKey, memberKey } from './importLock.ts';
import { type Additions, nameAdditions, withPath } from './nameAdditions.ts';
import { createFindOwnPath } from './ownInverses.ts';
import { pairTypes, type TypePairs } from './pairTypes.ts';

/**
 * Finds what a model lacks of a studio, except what its team has removed.
 * @param known the parts that the last import knew
 */
export function findAdditions(imported: ImportedModel, model: Model, known: ReadonlySet<string>): Additions {
  const pairs = pairTypes(imported, model);
  const removed = new Set<string>();
  /** Returns whether the model lacks a document type on purpose; objects come with the fields that have them. */
  const isRemovedDocument = ({ kind, name }: ImportedType): boolean =>
    kind === 'document' && !pairs.has(name) && known.has(name);
  const offered = new Set<string>();
  /** Returns whether a part is offered for the first time, and notes whether it is offered or was removed. */
  const isNew = (key: string): boolean => {
    (known.has(key) ? removed : offered).add(key);
    return !known.has(key);
  };
  const types = [...imported.types.values()];
  const fields = new Map<string, ImportedField[]>();
  const values = new Map<string, (readonly [string, string])[]>();
  const members = new Map<string, string[]>();
  const added = new Map<string, string | undefined>();
  const need = (type: ImportedType | undefined, user: string | undefined): void => {
    if (!type || pairs.has(type.name) || added.has(type.name) || isRemovedDocument(type)) return;
    added.set(type.name, user);
    for (const field of type.fields) if (!field.inverse) need(imported.types.get(field.typeName), user);
    for (const member of type.kind === 'union' ? type.members : []) need(imported.types.get(member), user);
  };
  const addField = (type: ImportedType, field: ImportedField, own: ModelType, moved = field): void => {
    const target = imported.types.get(field.typeName);
    if ((target && isRemovedDocument(target)) || !isNew(fieldKey(type, field))) return;
    push(fields, own.name, fitted(moved, type, own, fields.get(own.name)));
    if (!field.inverse) need(target, own.name);
  };
  const addValues = (type: ImportedType, own: string): void => {
    const former = model.enums.get(own) ?? new Map<string, string>();
    for (const member of type.members) {
      const text = type.texts.get(member) ?? member;
      if ([...former.values()].includes(text) || !isNew(memberKey(type, member))) continue;
      const name = former.has(member) ? numbered(member, (candidate) => !former.has(candidate)) : member;
      push(values, own, [name, text] as const);
    }
  };
  const addMembers = (type: ImportedType, own: string): void => {
    const former = model.unions.get(own) ?? [];
    for (const member of type.members) {
      const target = imported.types.get(member);
      if (former.includes(pairs.get(member) ?? member) || (target && isRemovedDocument(target))) continue;
      if (!isNew(memberKey(type, member))) continue;
      push(members, own, member);
      need(target, own);
    }
  };
  for (const type of types)
    if (!pairs.has(type.name) && (type.kind === 'document' || type.kind === 'richText') && isNew(type.name))
      need(type, undefined);
  const ownTypes = types.flatMap((type) => {
    const own = model.types.get(pairs.get(type.name) ?? '');
    return own ? [{ type, own }] : [];
  });
  for (const { type, own } of ownTypes)
    for (const field of type.fields.filter(({ inverse }) => !inverse)) {
      if (!hasField(own, field)) addField(type, field, own);
      for (const { object, part, field: moved } of unreadParts(imported, own, field))
        addField(object, part, own, moved);
    }
  for (const type of types) {
    const own = pairs.get(type.name);
    if (own !== undefined && type.kind === 'enum') addValues(type, own);
    if (own !== undefined && type.kind === 'union' && isUnion(model, own)) addMembers(type, own);
  }
  // The fields on the paths of inverses are known now.
  const isAdded = (name: string) => added.has(name);
  const findOwnPath = createFindOwnPath({ imported, model, pairs, isAdded, fields, members });
  for (const { type, own } of ownTypes)
    for (const field of type.fields) {
      const path = findOwnPath(field, type);
      if (path && !hasInverse(own, field, path, pairs)) addField(type, field, own, withPath(field, path));
    }
  const additions: Additions = {
    types: [],
    fields,
    values,
    members,
    removed: [...removed],
    offered,
    pairs,
  };
  return nameAdditions(additions, added, { imported, model, findOwnPath });
}

/** Returns whether a field of the model reads the attribute of an imported field. A field without an attribute reads the whole object. */
const hasField = ({ fields }: ModelType, { attribute }: ImportedField): boolean =>
  attribute === undefined || [...fields.values()].some((field) => readsAttribute(field, attribute));

/** Returns whether a field of the model is the same inverse, under any name. */
const hasInverse = (
  { fields }: ModelType,
  { inverse }: ImportedField,
  path: readonly string[],
  pairs: TypePairs,
): boolean =>
  [...fields.values()].some(
    ({ source, target }) =>
      source.kind === 'inverse' &&
      source.path === path.join('.') &&
      target === pairs.get(inverse?.source ?? ''),
  );

/** Returns a field as its new type can have it: under a free name, nullable, and as private as the type was to be. */
function fitted(
  field: ImportedField,
  type: ImportedType,
  own: ModelType,
  siblings: readonly ImportedField[] = [],
): ImportedField {
  const taken = new Set([...own.fields.keys(), ...siblings.map(({ name }) => name)].map(constantCase));
  const isFree = (name: string) => !taken.has(constantCase(name));
  const name = isFree(field.name) ? field.name : numbered(field.name, isFree);
  const isScoped = requiresScopesDirective(own.node) !== undefined;
  const reads = field.directives.some((text) => /^@(groq|inverse)/.test(text));
  const renamed = field.directives.map((text) =>
    text === '@asset' && name !== field.name ? `@asset(field: ${JSON.stringify(field.attribute)})` : text,
  );
  const hasSource = reads || field.kind === 'video' || field.attribute === undefined;
  const directives = [...(hasSource ? [] : groqDirective(name, field.attribute)), ...renamed];
  return {
    ...field,
    name,
    isRequired: field.isRequired && field.isList,
    directives: isScoped
      ? directives.filter((text) => !/^@(searchable|label)/.test(text))
      : [...directives, ...(isPrivate(type) && !isPrivate(field) ? [REQUIRES_PRIVATE] : [])],
  };
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}
