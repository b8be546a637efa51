import pluralize from 'pluralize';
import { constantCase, isCoreType, lowerFirst, type Model } from '../../../core/model/model.ts';
import type { ImportedField, ImportedModel, ImportedType } from '../model/importedModel.ts';
import { createTypeNames, type ExistingType } from '../model/typeNames.ts';
import { filesOf } from '../output/files.ts';
import type { FindOwnPath } from './ownInverses.ts';
import type { TypePairs } from './pairTypes.ts';

/** A type that a model lacks. */
export interface NewType {
  readonly type: ImportedType;
  /** The file for it, if no type of the model uses it. */
  readonly file: string;
  /** A type of the model that uses it. */
  readonly user: string | undefined;
}

/** The parts of a studio that an edited model lacks. The names of types are the names in the model. */
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
  /** What is new in the studio, by its name in the lock. */
  readonly offered: ReadonlySet<string>;
  /** The types of the model by the names of imported types. */
  readonly pairs: TypePairs;
}

/** Names of imported types that are added, with the type of the model that uses each type, if one does. */
type AddedTypes = ReadonlyMap<string, string | undefined>;

interface NamingOptions {
  readonly imported: ImportedModel;
  readonly model: Model;
  readonly findOwnPath: FindOwnPath;
}

/** Returns an inverse with a path of the names that the fields have in the model. */
export const withPath = (field: ImportedField, path: readonly string[]): ImportedField => {
  const former = (field.inverse?.path ?? []).join('.');
  const own = path.join('.');
  return {
    ...field,
    directives: field.directives.map((text) =>
      text.startsWith('@inverse') ? `@inverse(field: ${JSON.stringify(own)})` : text,
    ),
    description: field.description.replace(`\`${former}\``, `\`${own}\``),
  };
};

/** Gives the types of additions the names that they have, or can have, in the model. */
export function nameAdditions(
  additions: Additions,
  added: AddedTypes,
  { imported, model, findOwnPath }: NamingOptions,
): Additions {
  const free = createTypeNames(model.definitions.definitions, existingTypes(model));
  const names = new Map(additions.pairs);
  for (const name of added.keys()) {
    const kind = imported.types.get(name)?.kind ?? 'object';
    const own = model.types.get(name);
    const replacesCore = own !== undefined && isCoreType(own);
    names.set(
      name,
      replacesCore ? name : free.claim([name, `${name}2`], kind === 'richText' ? 'object' : kind),
    );
  }
  const nameOf = (name: string): string => names.get(name) ?? name;
  const files = [...filesOf(imported)].flatMap(([file, types]) =>
    types.map(({ name }) => [name, file] as const),
  );
  const fileOf = new Map(files);
  const kinds = facetKinds(model);
  const fieldOf = (field: ImportedField): ImportedField =>
    withoutFacet({ ...field, typeName: nameOf(field.typeName) }, kinds);
  const pluralOf = ({ kind, directives }: ImportedType, name: string): string | undefined => {
    if (kind !== 'document' || directives.includes('@lookup(by: [])')) return undefined;
    const plural = free.claimPlural(name);
    return plural === pluralize(lowerFirst(name)) ? undefined : plural;
  };
  const typeOf = (type: ImportedType): ImportedType => {
    const name = nameOf(type.name);
    const fields = type.fields.flatMap((field): ImportedField | readonly [] => {
      const path = field.inverse && findOwnPath(field, type);
      if (field.inverse && !path) return [];
      return fieldOf({
        ...(path ? withPath(field, path) : field),
        isRequired: field.isRequired && field.isList,
      });
    });
    const members = type.kind === 'union' ? type.members.map(nameOf) : type.members;
    const directives = type.directives.map((text) => withStudioType(text, type, name));
    return { ...type, name, plural: pluralOf(type, name), fields, members, directives };
  };
  return {
    ...additions,
    types: [...added].flatMap(([name, user]) => {
      const type = imported.types.get(name);
      return type
        ? [{ type: typeOf(type), file: fileOf.get(name) ?? `${lowerFirst(name)}.graphql`, user }]
        : [];
    }),
    fields: new Map([...additions.fields].map(([own, fields]) => [own, fields.map(fieldOf)])),
    members: new Map([...additions.members].map(([own, members]) => [own, members.map(nameOf)])),
  };
}

const existingTypes = ({ types, unions, enums }: Model): readonly ExistingType[] => [
  ...[...types.values()].map(
    ({ name, document }): ExistingType => ({
      name,
      kind: document ? 'document' : 'object',
      plural: document?.plural,
    }),
  ),
  ...[...unions.keys()].map((name): ExistingType => ({ name, kind: 'union' })),
  ...[...enums.keys()].map((name): ExistingType => ({ name, kind: 'enum' })),
];

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

/** Returns the kinds of the facets of a model by their keys: facets with the same name have the same kind. */
function facetKinds({ types }: Model): ReadonlyMap<string, string> {
  const kinds = new Map<string, string>();
  for (const { fields } of types.values())
    for (const { name, searchable, target, shape, localized } of fields.values())
      if (searchable?.facet)
        kinds.set(constantCase(name), facetKind(target ?? shape, localized !== undefined));
  return kinds;
}

/** Returns the kind of a facet, whose values differ by language in all types or in none. */
const facetKind = (kind: string, isLocalized: boolean): string => `${kind} ${isLocalized}`;

/** Removes the facet of a field if the model has a facet of another kind with its name. */
function withoutFacet(field: ImportedField, kinds: ReadonlyMap<string, string>): ImportedField {
  const own = kinds.get(constantCase(field.name));
  const kind = field.kind === 'document' ? field.typeName : field.kind;
  const isSame = own === facetKind(kind, field.isLocalized === true);
  if (own === undefined || isSame) return field;
  const directives = field.directives.flatMap((text) =>
    text.startsWith('@searchable') ? text.replace(/,? ?facet: true/, '').replace('()', '') : [text],
  );
  return { ...field, directives };
}
