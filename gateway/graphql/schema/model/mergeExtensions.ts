import { type DefinitionNode, type DocumentNode, Kind } from 'graphql';

/** The kind of definition that each kind of extension extends. */
const EXTENDED: Partial<Record<Kind, Kind>> = {
  [Kind.OBJECT_TYPE_EXTENSION]: Kind.OBJECT_TYPE_DEFINITION,
  [Kind.INTERFACE_TYPE_EXTENSION]: Kind.INTERFACE_TYPE_DEFINITION,
  [Kind.UNION_TYPE_EXTENSION]: Kind.UNION_TYPE_DEFINITION,
  [Kind.ENUM_TYPE_EXTENSION]: Kind.ENUM_TYPE_DEFINITION,
  [Kind.INPUT_OBJECT_TYPE_EXTENSION]: Kind.INPUT_OBJECT_TYPE_DEFINITION,
};
/** The properties of a definition that an extension adds to. */
const PARTS = ['directives', 'interfaces', 'fields', 'types', 'values'] as const;

type Part = (typeof PARTS)[number];
type Extensible = DefinitionNode & { name: { value: string } } & Partial<Record<Part, readonly unknown[]>>;

/** Merges extensions of types that the document declares into their definitions; other extensions stay. */
export function mergeExtensions(document: DocumentNode): DocumentNode {
  const isDeclared = (name: string, kind: Kind) =>
    document.definitions.some((d) => d.kind === kind && 'name' in d && d.name?.value === name);
  const isMerged = (d: DefinitionNode) => {
    const kind = EXTENDED[d.kind];
    return kind !== undefined && isDeclared((d as Extensible).name.value, kind);
  };
  const extensions = document.definitions.filter(isMerged) as Extensible[];
  const definitions = document.definitions
    .filter((d) => !isMerged(d))
    .map((definition) => {
      const own = extensions.filter(
        (e) => EXTENDED[e.kind] === definition.kind && e.name.value === (definition as Extensible).name.value,
      );
      return own.length === 0 ? definition : own.reduce(extend, definition as Extensible);
    });
  return { ...document, definitions };
}

const extend = (definition: Extensible, extension: Extensible): Extensible => ({
  ...definition,
  ...Object.fromEntries(
    PARTS.flatMap((part) => {
      const added = extension[part] ?? [];
      return added.length === 0 ? [] : [[part, [...(definition[part] ?? []), ...added]]];
    }),
  ),
});
