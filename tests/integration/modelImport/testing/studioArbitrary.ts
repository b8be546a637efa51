import fc from 'fast-check';
import type { ObjectAttribute, TypeNode } from 'groq-js';

/** Names that clash with one another, with core, with derived names, or that GraphQL does not allow. */
const TYPE_NAMES = [
  'post',
  'postFilter',
  'video',
  'image',
  'search',
  'node',
  'news',
  'hero.cover',
  'hero-cover',
  'rich text',
  '9lives',
  'text',
  'settings',
  'Post',
  'ünï',
  '__x',
];
const ATTRIBUTES = [
  'title',
  'slug',
  'id',
  'key',
  'type',
  'body',
  'createdAt',
  'created_at',
  'and',
  'match',
  'language',
  'tags',
  'kind',
  'a-b',
  '__typename',
  '1st',
  'ß',
  'rows',
  'publishedAt',
  'date',
];
const LITERALS = ['a', 'b', 'true', 'A B', '', '__x', 'normal'];

const literal = fc.constantFrom(...LITERALS).map((value): TypeNode => ({ type: 'string', value }));
const name = fc.constantFrom(...TYPE_NAMES, 'missing', 'slug');

const attribute = (value: TypeNode): ObjectAttribute => ({ type: 'objectAttribute', value });

/** Returns the type of a value that the plugin internationalized-array stores for each language. */
const internationalizedArray = (value: TypeNode): TypeNode => ({
  type: 'array',
  of: {
    type: 'object',
    attributes: {
      _type: attribute({ type: 'string', value: 'internationalizedArrayStudioValue' }),
      _key: attribute({ type: 'string' }),
      value: attribute(value),
    },
  },
});

const fieldPerLanguage = (value: TypeNode): TypeNode => ({
  type: 'object',
  attributes: { en: attribute(value), de: attribute(value) },
});

const OBJECT_TYPES = ['block', 'span', 'image', 'file', 'link'];

/** A type of a studio, as in the output of `sanity schema extract`. */
type Declaration = Readonly<Record<string, unknown>> & { readonly name: string };

/**
 * Returns extracts of arbitrary studios.
 * @param isRealistic whether documents of the types can be generated and read: no attributes that the content service sets, no
 *   values that are never absent, no videos, and no values that differ by language
 */
export function studioArbitrary({
  isRealistic,
}: {
  isRealistic: boolean;
}): fc.Arbitrary<readonly Declaration[]> {
  const optional = isRealistic ? fc.constant(true) : fc.boolean();
  const objectTypes = isRealistic ? OBJECT_TYPES : [...OBJECT_TYPES, 'mux.video'];
  const { node } = fc.letrec<{ node: TypeNode; attributes: Record<string, ObjectAttribute> }>((tie) => ({
    attributes: fc.dictionary(
      fc.constantFrom(...ATTRIBUTES, ...(isRealistic ? [] : ['_type', '_ref', '_key', 'asset'])),
      fc.record({ type: fc.constant('objectAttribute' as const), value: tie('node'), optional }),
      { maxKeys: 5 },
    ),
    node: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      fc.constantFrom<TypeNode>(
        { type: 'string' },
        { type: 'number' },
        { type: 'boolean' },
        { type: 'null' },
        { type: 'unknown' },
        { type: 'number', value: 2.5 },
      ),
      literal,
      name.map((to): TypeNode => ({ type: 'inline', name: to })),
      name.map((dereferencesTo): TypeNode => ({ type: 'object', attributes: {}, dereferencesTo })),
      tie('node').map((of): TypeNode => ({ type: 'array', of })),
      ...(isRealistic ? [] : [tie('node').map(internationalizedArray), tie('node').map(fieldPerLanguage)]),
      fc.array(tie('node'), { maxLength: 4 }).map((of): TypeNode => ({ type: 'union', of })),
      fc
        .tuple(
          fc.constantFrom(...TYPE_NAMES, ...objectTypes, undefined),
          tie('attributes'),
          fc.option(name, { nil: undefined }),
        )
        .map(
          ([type, attributes, rest]): TypeNode => ({
            type: 'object',
            attributes: {
              ...(isRealistic && rest !== undefined ? {} : attributes),
              ...(type !== undefined && {
                _type: { type: 'objectAttribute', value: { type: 'string', value: type } },
              }),
            },
            ...(rest !== undefined && { rest: { type: 'inline', name: rest } }),
          }),
        ),
      fc.array(tie('node'), { maxLength: 3 }).map((objects): TypeNode => {
        const block: TypeNode = {
          type: 'object',
          attributes: {
            _type: attribute({ type: 'string', value: 'block' }),
            children: attribute({ type: 'array', of: { type: 'union', of: objects } }),
            markDefs: attribute({ type: 'array', of: { type: 'union', of: objects } }),
          },
        };
        return { type: 'array', of: { type: 'union', of: [block, ...objects] } };
      }),
    ),
  }));

  const attributesOf = fc.dictionary(
    fc.constantFrom(...ATTRIBUTES),
    fc.record({ type: fc.constant('objectAttribute' as const), value: node, optional }),
    { maxKeys: 8 },
  );

  return fc
    .uniqueArray(fc.tuple(fc.constantFrom(...TYPE_NAMES), fc.boolean(), attributesOf, node), {
      minLength: 1,
      maxLength: 6,
      selector: ([type]) => type,
    })
    .map((types) =>
      types.map(([type, isDocument, attributes, value], i) =>
        isDocument || i === 0
          ? { name: type, type: 'document', attributes }
          : { name: type, type: 'type', value },
      ),
    );
}
