import type { ImportedField } from '../model/importedModel.ts';

const IMAGE_DESCRIPTION = 'The image, with its text alternative and caption.';

const FIELDS = {
  image: { name: 'image', typeName: 'Image', kind: 'image', description: IMAGE_DESCRIPTION },
  file: { name: 'file', typeName: 'File', kind: 'file', description: 'The file.' },
  geopoint: { name: 'place', typeName: 'GeoPoint', kind: 'geoPoint', description: 'The place.' },
} as const;

/** Returns the field of an object that is an image, a file or a geopoint itself. */
export const wholeObjectField = (kind: keyof typeof FIELDS): ImportedField => ({
  ...FIELDS[kind],
  isList: false,
  isRequired: false,
  attribute: undefined,
  path: [],
  directives: ['@groq(expr: "@")'],
  comments: [],
});

/** The field of an object that has no other: GraphQL has no types without fields. */
export const TYPE_FIELD: ImportedField = {
  name: 'type',
  typeName: 'String',
  kind: 'scalar',
  isList: false,
  isRequired: false,
  attribute: '_type',
  path: ['_type'],
  directives: ['@groq(expr: "_type")'],
  description: 'The `_type` of the object, which has no attributes.',
  comments: [],
};
