import type { ImportedModel, ImportedType } from '../model/importedModel.ts';
import type { TypeNames } from '../model/typeNames.ts';

/** A type to be declared once for all values that have it. */
interface Declaration {
  readonly kind: ImportedType['kind'];
  /** Equal for values that share the type. */
  readonly key: string;
  /** Names, the best first. */
  readonly candidates: readonly string[];
  /** The name of the core type that the type replaces, which is not for other types. */
  readonly replaces?: string | undefined;
  /** The `_type` of the objects. */
  readonly type?: string | undefined;
}

/** Returns the type of a declaration, and whether it is new. */
export type DeclareType = (declaration: Declaration) => {
  readonly declared: ImportedType;
  readonly isNew: boolean;
};

/** Creates a function that adds types to a model. */
export function createDeclareType(model: ImportedModel, names: TypeNames): DeclareType {
  const known = new Map<string, ImportedType>();
  return ({ kind, key, candidates, replaces, type }) => {
    const existing = known.get(`${kind} ${key}`);
    if (existing) return { declared: existing, isNew: false };
    const name = replaces ?? names.claim(candidates, kind === 'richText' ? 'object' : kind);
    const declared: ImportedType = {
      kind,
      name,
      type,
      directives: [],
      description: '',
      comments: [],
      fields: [],
      members: [],
      texts: new Map(),
      leftOut: [],
    };
    known.set(`${kind} ${key}`, declared);
    model.types.set(name, declared);
    return { declared, isNew: true };
  };
}
