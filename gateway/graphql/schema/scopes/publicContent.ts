import type { Model } from '../../../core/model/model.ts';
import { requiredScopes } from '../../../core/model/requiredScopes.ts';

/** Returns what callers without a key can read: the types of documents, and those types and fields that require scopes. */
export function publicContent(
  model: Pick<Model, 'types' | 'definitions' | 'documents'>,
  { allowsAnonymous }: { readonly allowsAnonymous: boolean },
): string {
  if (!allowsAnonymous) return 'without a key: nothing';
  const required = requiredScopes(model);
  const isGuarded = (typeName: string) => required.ofType(typeName).length > 0;
  const types = model.documents.map(({ name }) => name);
  const guarded = [
    ...types.filter(isGuarded),
    ...[...model.types.values()].flatMap((type) =>
      isGuarded(type.name)
        ? []
        : [...type.fields.values()].flatMap((field) =>
            required.ofField(type, field).length > 0 ? [`${type.name}.${field.name}`] : [],
          ),
    ),
  ];
  const list = (names: readonly string[]) => (names.length === 0 ? 'nothing' : names.join(', '));
  return `without a key: ${list(types.filter((name) => !isGuarded(name)))}; with scopes: ${list(guarded)}`;
}
