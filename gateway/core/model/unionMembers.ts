import type { Model, ModelType } from './model.ts';

/** The `_type` of videos of sanity-plugin-mux-input. */
export const VIDEO_OBJECT = 'mux.video';
/** The `_type`s of the documents of images and files. */
export const IMAGE_ASSET = 'sanity.imageAsset';
export const FILE_ASSET = 'sanity.fileAsset';
/** The `_type` of the documents of videos of sanity-plugin-mux-input. */
export const VIDEO_ASSET = 'mux.videoAsset';
const IMAGE_OBJECT = 'image';
const FILE_OBJECT = 'file';
const GEOPOINT_OBJECT = 'geopoint';
/** The `_type` of blocks of text. */
export const TEXT_BLOCK = 'block';

/** The names of the core types that can be members of a union, by the `_type` of their values. */
export const CORE_MEMBERS: ReadonlyMap<string, string> = new Map([
  [IMAGE_OBJECT, 'Image'],
  [FILE_OBJECT, 'File'],
  [GEOPOINT_OBJECT, 'GeoPoint'],
  [VIDEO_OBJECT, 'Video'],
  [TEXT_BLOCK, 'RichText'],
]);

type Declarations = Pick<Model, 'types' | 'unions'>;

/** Returns the names of the members of a union or an interface, by the `_type` of their documents or objects. */
export function membersByType({ types, unions }: Declarations, union: string): ReadonlyMap<string, string> {
  const names = unions.get(union) ?? [];
  return new Map([
    ...[...CORE_MEMBERS].filter(([, name]) => names.includes(name) && !types.has(name)),
    ...names.flatMap((name) => {
      const type = types.get(name);
      return type ? [[type.typeAttribute, name] as const] : [];
    }),
  ]);
}

/** Returns whether a core type is a member of a union. */
export const hasMember = ({ types, unions }: Declarations, union: string, name: string): boolean =>
  !types.has(name) && (unions.get(union)?.includes(name) ?? false);

/** Returns the types of the inline objects in the values of a type: the type itself, or the members of a union or an interface. */
export const inlineTypes = ({ types, unions }: Declarations, typeName: string): readonly ModelType[] =>
  (unions.get(typeName) ?? [typeName]).flatMap((name) => {
    const type = types.get(name);
    return type && !type.document ? [type] : [];
  });
