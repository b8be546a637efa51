import { type DefinitionNode, Kind } from 'graphql';
import pluralize from 'pluralize';
import { DOCUMENT_LIST } from '../../../core/model/documentList.ts';
import { constantCase, lowerFirst } from '../../../core/model/model.ts';

/** The kinds of types that a name can be for; they have different derived names. */
export type NamedKind = 'document' | 'object' | 'union' | 'enum';

const BUILT_IN: readonly string[] = [
  'ID',
  'String',
  'Int',
  'Float',
  'Boolean',
  'Query',
  'Mutation',
  'Subscription',
];
/** Types that the gateway derives from the whole model. */
const DERIVED: readonly string[] = [
  'Document',
  'DocumentConnection',
  'DocumentEdge',
  'DocumentFilter',
  'DocumentOrder',
  'DocumentOrderField',
  'DocumentType',
  'SearchItem',
  'SearchableField',
  'FacetKey',
  'SearchFilter',
  'FacetFilter',
  'IntFacetFilter',
  'FloatFacetFilter',
  'RichTextBlock',
  'RichTextInline',
  'RichTextAnnotation',
  '_Any',
  '_Entity',
  '_Service',
];
const DERIVED_SUFFIXES: Readonly<Record<NamedKind, readonly string[]>> = {
  document: ['Connection', 'Edge', 'By', 'Order', 'OrderField', 'Filter', 'ListFilter'],
  object: ['Filter', 'ListFilter'],
  union: ['Filter', 'ListFilter'],
  enum: ['Filter'],
};
/** The word that makes the name of a type differ from one of core. */
const KIND_SUFFIXES: Readonly<Record<NamedKind, string>> = {
  document: 'Document',
  object: 'Object',
  union: 'Item',
  enum: 'Value',
};

/** Gives each type a name that neither core, nor another type, nor a derived type has. */
export interface TypeNames {
  /** Returns the first free name of the candidates, or a variation of the last, and takes it. */
  claim(candidates: readonly string[], kind: NamedKind): string;
  /** Returns the name of a document type's list on `Query`, and takes it. */
  claimPlural(typeName: string): string;
}

/** A type that a model has already. */
export interface ExistingType {
  readonly name: string;
  readonly kind: NamedKind;
  /** The name of the list of documents. */
  readonly plural?: string | undefined;
}

/**
 * Creates the names of a model.
 * @param core the definitions of core SDL, and of a model to which types are added
 * @param existing the types of the model to which types are added
 */
export function createTypeNames(
  core: readonly DefinitionNode[],
  existing: readonly ExistingType[] = [],
): TypeNames {
  const taken = new Set([
    ...BUILT_IN,
    ...DERIVED,
    ...core.flatMap((definition) => ('name' in definition && definition.name ? [definition.name.value] : [])),
  ]);
  const constants = new Set(['TYPE']);
  const roots = new Set([...rootFields(core), DOCUMENT_LIST]);
  const derivedNames = (name: string, kind: NamedKind) => [
    name,
    ...DERIVED_SUFFIXES[kind].map((suffix) => `${name}${suffix}`),
  ];
  const isFree = (name: string, kind: NamedKind) =>
    derivedNames(name, kind).every((derived) => !taken.has(derived)) &&
    (kind !== 'document' || (!constants.has(constantCase(name)) && !roots.has(lowerFirst(name))));
  const take = (name: string, kind: NamedKind) => {
    for (const derived of derivedNames(name, kind)) taken.add(derived);
    if (kind !== 'document') return;
    constants.add(constantCase(name));
    roots.add(lowerFirst(name));
  };
  for (const { name, kind, plural } of existing) {
    take(name, kind);
    if (plural !== undefined) roots.add(plural);
  }
  return {
    claim(candidates, kind) {
      const usable = candidates.filter((name) => /^[A-Za-z]\w*$/.test(name));
      const base = usable.at(-1) ?? 'Studio';
      const variations = [...usable, `${base}${KIND_SUFFIXES[kind]}`];
      const name =
        variations.find((candidate) => isFree(candidate, kind)) ?? numbered(base, (n) => isFree(n, kind));
      take(name, kind);
      return name;
    },
    claimPlural(typeName) {
      const singular = lowerFirst(typeName);
      const plural = [pluralName(typeName), `${singular}List`].find((name) => !roots.has(name));
      const name = plural ?? numbered(`${singular}List`, (candidate) => !roots.has(candidate));
      roots.add(name);
      return name;
    },
  };
}

/** Last words without a plural, in English and in names of languages: `whoWeAre`, `routeEnGB`. */
const WITHOUT_PLURAL = /(?:^|[a-z])(?:Are|Is|It|Me|My|Our|To|Us|We|You)$|[A-Z]{2}$/;

/** Returns the name of a list of documents of a type. */
export function pluralName(typeName: string): string {
  const singular = lowerFirst(typeName);
  return WITHOUT_PLURAL.test(typeName) ? `${singular}List` : pluralize(singular);
}

/** Returns the name with the lowest number, from 2, that is free. An underscore separates it from other digits. */
export function numbered(base: string, isFree: (name: string) => boolean): string {
  const stem = /\d$/.test(base) ? `${base}_` : base;
  for (let n = 2; ; n += 1) if (isFree(`${stem}${n}`)) return `${stem}${n}`;
}

/** Returns the fields of `Query`, and of `Moment`, which has a field for each document type with a video. */
function rootFields(core: readonly DefinitionNode[]): readonly string[] {
  return core.flatMap((definition) =>
    (definition.kind === Kind.OBJECT_TYPE_DEFINITION || definition.kind === Kind.OBJECT_TYPE_EXTENSION) &&
    /^(Query|Moment)$/.test(definition.name.value)
      ? (definition.fields ?? []).map(({ name }) => name.value)
      : [],
  );
}
