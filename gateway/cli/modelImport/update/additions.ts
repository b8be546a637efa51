import { Kind } from 'graphql';
import { constantCase, lowerFirst, type Model, type ModelType } from '../../../core/model/model.ts';
import { requiresScopesDirective } from '../../../core/model/requiredScopes.ts';
import { readsAttribute } from '../compare/compareModel.ts';
import { groqDirective } from '../mapping/fieldNames.ts';
import {
  type ImportedField,
  type ImportedModel,
  type ImportedType,
  isPrivate,
  REQUIRES_PRIVATE,
} from '../model/importedModel.ts';
import { numbered } from '../model/typeNames.ts';
import { filesOf } from '../output/files.ts';
import { fieldKey, memberKey } from './importLock.ts';
import { pairTypes, type TypePairs } from './pairTypes.ts';

/** A type that a model lacks. */
export interface NewType {
  readonly type: ImportedType;
  /** The file for it, if no type of the model uses it. */
  readonly file: string;
  /** A type of the model that uses it. */
  readonly user: string | undefined;
}

/** What a studio has, and an edited model lacks. Names of types are those of the model. */
export interface Additions {
  readonly types: readonly NewType[];
  /** Fields by the name of their type. */
  readonly fields: ReadonlyMap<string, readonly ImportedField[]>;
  /** Values of enums, as their names and texts, by the name of the enum. */
  readonly values: ReadonlyMap<string, readonly (readonly [name: string, text: string])[]>;
  /** Members by the name of the union. */
  readonly members: ReadonlyMap<string, readonly string[]>;
  /** What the model lacks on purpose. */
  readonly removed: readonly string[];
}

/**
 * Finds what a model lacks of a studio, except what its team has removed.
 * @param known the parts that the last import knew
 */
export function findAdditions(imported: ImportedModel, model: Model, known: ReadonlySet<string>): Additions {
  const pairs = pairTypes(imported, model);
  const removed: string[] = [];
  /** Returns whether the model lacks a document type on purpose; objects come with the fields that have them. */
  const isRemovedDocument = ({ kind, name }: ImportedType): boolean =>
    kind === 'document' && !pairs.has(name) && known.has(name);
  const isNew = (key: string): boolean => {
    if (known.has(key)) removed.push(key);
    return !known.has(key);
  };
  const additions = {
    types: [] as NewType[],
    fields: new Map<string, ImportedField[]>(),
    values: new Map<string, (readonly [string, string])[]>(),
    members: new Map<string, string[]>(),
    removed,
  };
  const added = new Map<string, string | undefined>();
  const need = (name: string, user: string | undefined): void => {
    const type = imported.types.get(name.replace(/Connection$/, '')) ?? imported.types.get(name);
    if (!type || pairs.has(type.name) || added.has(type.name) || isRemovedDocument(type)) return;
    added.set(type.name, user);
    for (const { typeName } of type.fields) need(typeName, user);
    for (const member of type.kind === 'union' ? type.members : []) need(member, user);
  };
  for (const type of imported.types.values()) {
    const own = pairs.get(type.name);
    if (own !== undefined || (type.kind !== 'document' && type.kind !== 'richText')) continue;
    if (isNew(type.name)) need(type.name, undefined);
  }
  const canHave = ({ typeName, attribute, directives }: ImportedField): boolean => {
    const target = imported.types.get(typeName.replace(/Connection$/, ''));
    const isInverse = attribute === undefined && directives.some((text) => text.startsWith('@inverse'));
    // The names on the path of an inverse are those of the import, which a type of the model can have changed.
    if (isInverse) return target !== undefined && added.has(target.name);
    return !target || !isRemovedDocument(target);
  };
  for (const type of imported.types.values()) {
    const own = pairs.get(type.name);
    const ownType = own === undefined ? undefined : model.types.get(own);
    if (ownType)
      for (const field of type.fields) {
        if (hasField(ownType, field) || !canHave(field) || !isNew(fieldKey(type, field))) continue;
        push(
          additions.fields,
          ownType.name,
          fitted(field, type, ownType, additions.fields.get(ownType.name)),
        );
        need(field.typeName, ownType.name);
      }
    if (own !== undefined && type.kind === 'enum') addValues(type, own);
    if (own !== undefined && type.kind === 'union' && model.unions.has(own)) addMembers(type, own);
  }
  function addValues(type: ImportedType, own: string): void {
    const values = model.enums.get(own) ?? new Map<string, string>();
    for (const member of type.members) {
      const text = type.texts.get(member) ?? member;
      if ([...values.values()].includes(text) || !isNew(memberKey(type, member))) continue;
      const name = values.has(member) ? numbered(member, (candidate) => !values.has(candidate)) : member;
      push(additions.values, own, [name, text] as const);
    }
  }
  function addMembers(type: ImportedType, own: string): void {
    const members = model.unions.get(own) ?? [];
    for (const member of type.members) {
      const target = imported.types.get(member);
      if (members.includes(pairs.get(member) ?? member) || (target && isRemovedDocument(target))) continue;
      if (!isNew(memberKey(type, member))) continue;
      push(additions.members, own, member);
      need(member, own);
    }
  }
  return renamed(additions, [...added], imported, model, pairs);
}

/** Returns whether a field of the model reads the attribute of an imported one, or is the same inverse. */
function hasField({ fields }: ModelType, { attribute, name, directives }: ImportedField): boolean {
  const own = [...fields.values()];
  if (attribute !== undefined) return own.some((field) => readsAttribute(field, attribute));
  return fields.has(name) || directives.includes('@groq(expr: "@")');
}

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
  const source =
    reads || field.kind === 'video' || field.attribute === undefined
      ? undefined
      : groqDirective(name, field.attribute);
  const directives = [...(source === undefined ? [] : [source]), ...renamed];
  return {
    ...field,
    name,
    isRequired: field.isRequired && field.isList,
    directives: isScoped
      ? directives.filter((text) => !/^@(searchable|label)/.test(text))
      : [...directives, ...(isPrivate(type) && !isPrivate(field) ? [REQUIRES_PRIVATE] : [])],
  };
}

/** Gives the types of additions the names that they have, or can have, in the model. */
function renamed(
  additions: Additions,
  added: readonly (readonly [string, string | undefined])[],
  imported: ImportedModel,
  model: Model,
  pairs: TypePairs,
): Additions {
  const taken = new Set(
    model.definitions.definitions.flatMap((definition) =>
      'name' in definition && definition.name && definition.kind !== Kind.DIRECTIVE_DEFINITION
        ? [definition.name.value]
        : [],
    ),
  );
  const names = new Map(pairs);
  for (const [name] of added) {
    const free = taken.has(name) ? numbered(name, (candidate) => !taken.has(candidate)) : name;
    taken.add(free);
    names.set(name, free);
  }
  const nameOf = (name: string): string => {
    const base = name.replace(/Connection$/, '');
    return names.get(name) ?? (names.has(base) && base !== name ? `${names.get(base)}Connection` : name);
  };
  const files = [...filesOf(imported)].flatMap(([file, types]) =>
    types.map(({ name }) => [name, file] as const),
  );
  const fileOf = new Map(files);
  const kinds = facetKinds(model);
  const fieldOf = (field: ImportedField): ImportedField =>
    withoutFacet({ ...field, typeName: nameOf(field.typeName) }, kinds);
  const typeOf = (type: ImportedType): ImportedType => {
    const name = nameOf(type.name);
    const fields = type.fields.map((field) =>
      fieldOf({ ...field, isRequired: field.isRequired && field.isList }),
    );
    const members = type.kind === 'union' ? type.members.map(nameOf) : type.members;
    const directives = type.directives.map((text) => withStudioType(text, type, name));
    return { ...type, name, fields, members, directives };
  };
  return {
    ...additions,
    types: added.flatMap(([name, user]) => {
      const type = imported.types.get(name);
      return type
        ? [{ type: typeOf(type), file: fileOf.get(name) ?? `${lowerFirst(name)}.graphql`, user }]
        : [];
    }),
    fields: new Map([...additions.fields].map(([own, fields]) => [own, fields.map(fieldOf)])),
    members: new Map([...additions.members].map(([own, members]) => [own, members.map(nameOf)])),
  };
}

/** Names the `_type` in the directive of objects in rich text whose name has changed. */
const withStudioType = (
  directive: string,
  { kind, type = '', name: former }: ImportedType,
  name: string,
): string =>
  kind === 'richText' &&
  name !== former &&
  directive.startsWith('@richText(') &&
  !directive.includes('type: ')
    ? directive.replace(/\)$/, `, type: ${JSON.stringify(type)})`)
    : directive;

/** Returns the types of the facets of a model by their keys: facets of one name have one kind. */
const facetKinds = ({ types }: Model): ReadonlyMap<string, string> =>
  new Map(
    [...types.values()].flatMap(({ fields }) =>
      [...fields.values()].flatMap((field) =>
        field.searchable?.facet ? [[constantCase(field.name), field.target ?? field.shape] as const] : [],
      ),
    ),
  );

/** Removes the facet of a field if the model has one of its name. */
function withoutFacet(field: ImportedField, kinds: ReadonlyMap<string, string>): ImportedField {
  const own = kinds.get(constantCase(field.name));
  const isSame = own === (field.kind === 'document' ? field.typeName.replace(/Connection$/, '') : field.kind);
  if (own === undefined || isSame) return field;
  const directives = field.directives.flatMap((text) =>
    text.startsWith('@searchable') ? text.replace(/,? ?facet: true/, '').replace('()', '') : [text],
  );
  return { ...field, directives };
}

function push<T>(map: Map<string, T[]>, key: string, value: T): void {
  map.set(key, [...(map.get(key) ?? []), value]);
}
