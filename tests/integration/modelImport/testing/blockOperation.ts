import { print } from 'graphql';
import {
  lowerFirst,
  type Model,
  type ModelField,
  type ModelType,
} from '../../../../gateway/core/model/model.ts';

/** The field with the blocks of a section. */
const SECTION = { type: 'Section', field: 'blocks' };
const LEAVES: Readonly<Partial<Record<ModelField['shape'], string>>> = {
  scalar: '',
  enum: '',
  image: ' { ...ImageParts }',
  geoPoint: ' { lat lng }',
  video: ' { assetId }',
  richText: ' { ...TextParts }',
  document: ' { __typename ... on Node { id } }',
  union: ' { __typename ... on Node { id } }',
};

/**
 * Returns an operation with every field of all blocks of a page, as a client writes it: a fragment for each type, and an alias for each
 * field that several blocks have with different types.
 * @param sections the levels of sections in sections
 */
export function blockOperation(model: Model, sections: number): string {
  const blocks = membersOf(model, 'PageContentBlock');
  const fragments = new Map<string, string>();
  const fragmentOf = (type: ModelType, siblings: readonly ModelType[]): string => {
    const name = `${type.name}Parts`;
    if (fragments.has(name)) return name;
    fragments.set(name, '');
    const fields = [...type.fields.values()]
      .filter(({ name: field }) => type.name !== SECTION.type || field !== SECTION.field)
      .map(
        (field) =>
          `${hasClash(field, siblings) ? `${aliasOf(type, field)}: ` : ''}${field.name}${partsOf(field)}`,
      );
    fragments.set(name, `fragment ${name} on ${type.name} { ${fields.join(' ')} }`);
    return name;
  };
  const partsOf = (field: ModelField): string => {
    const type = model.types.get(field.typeName);
    return LEAVES[field.shape] ?? (type ? ` { ...${fragmentOf(type, [])} }` : '');
  };
  const spreads = blocks.map((type) => `...${fragmentOf(type, blocks)}`);
  const annotations = membersOf(model, 'PageLink').map(
    (type) => `... on ${type.name} { ...${fragmentOf(type, [])} }`,
  );
  let selection = '...Blocks';
  for (let level = 0; level < sections; level++)
    selection = `...Blocks ... on ${SECTION.type} { ${SECTION.field} { ${selection} } }`;
  return `query ($slug: String!) { page(by: { slug: $slug }) { title content { ${selection} } } }
    fragment Blocks on PageContentBlock { __typename ${spreads.join(' ')} }
    ${[...fragments.values()].join('\n')}
    fragment ImageParts on Image { url width height alt }
    fragment TextParts on RichText { blocks { ... on TextBlock {
      style children { ... on TextSpan { text marks } } markDefs { ${annotations.join(' ')} } } } }`;
}

/** Returns the members of a union, or the type itself. */
const membersOf = (model: Model, name: string): readonly ModelType[] =>
  (model.unions.get(name) ?? [name]).flatMap((member) => model.types.get(member) ?? []);

const hasClash = (field: ModelField, types: readonly ModelType[]): boolean =>
  types.some(({ fields }) => {
    const other = fields.get(field.name);
    return (
      other &&
      [field, other].some(({ shape }) => shape === 'enum') &&
      print(other.node.type) !== print(field.node.type)
    );
  });

const aliasOf = (type: ModelType, { name }: ModelField): string => `${lowerFirst(type.name)}_${name}`;
