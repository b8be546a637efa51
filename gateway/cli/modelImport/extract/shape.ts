import type { ObjectAttribute } from 'groq-js';

export type Attributes = Readonly<Record<string, ObjectAttribute>>;

/** An object of the studio. */
export interface ObjectShape {
  readonly kind: 'object';
  /** The `_type` of the objects; undefined if they have none. */
  readonly type: string | undefined;
  /** The name under which the extract declares the type; undefined for an anonymous type. */
  readonly declaredAs: string | undefined;
  readonly attributes: Attributes;
}

/** An image or a file, with its attributes beside the asset. */
export interface AssetShape {
  readonly kind: 'image' | 'file';
  readonly type: string | undefined;
  readonly declaredAs: string | undefined;
  readonly attributes: Attributes;
}

/** Portable Text: its objects by position. */
export interface RichTextShape {
  readonly kind: 'richText';
  readonly blocks: readonly Shape[];
  readonly inline: readonly Shape[];
  readonly annotations: readonly Shape[];
}

/** Returns an object without a name of its own with the name under which the extract declares it. */
export const withName = <S extends Shape>(shape: S, declaredAs: string | undefined): S =>
  'attributes' in shape &&
  shape.declaredAs === undefined &&
  (shape.type === undefined || shape.type === shape.kind)
    ? { ...shape, declaredAs }
    : shape;

/** The shape of a value of the studio, as a model can declare it. */
export type Shape =
  | {
      readonly kind: 'text' | 'number';
      readonly values?: readonly (string | number)[];
      readonly declaredAs?: string | undefined;
    }
  | { readonly kind: 'boolean' | 'slug' | 'video' | 'geopoint' }
  /** A reference to documents of these types; to any document if there are none. */
  | { readonly kind: 'reference'; readonly to: readonly string[]; readonly type: string }
  | ObjectShape
  | AssetShape
  | RichTextShape
  | { readonly kind: 'union'; readonly members: readonly Shape[]; readonly declaredAs?: string | undefined }
  | { readonly kind: 'list'; readonly of: Shape; readonly declaredAs?: string | undefined }
  /** A value that GraphQL has no type for. */
  | { readonly kind: 'json'; readonly reason: string }
  /** A value that the model leaves out. */
  | { readonly kind: 'absent'; readonly reason: string };
