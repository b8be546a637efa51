import { type ActionContext, copyOf, type Mutation } from './action.ts';

/** Copies a draft or a version to its published id, with its references as strong as they shall be when published. */
export function publishedCopy(id: string, publishedId: string, context: ActionContext): Mutation {
  return strengthened(copyOf(id, publishedId, context));
}

/**
 * Applies `_strengthenOnPublish`: the reference becomes strong, or stays weak if the field is weak. A Studio sets it when a
 * reference precedes the publication of its target.
 */
function strengthened<T>(value: T): T {
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(strengthened) as T;
  const { _strengthenOnPublish: strengthen, ...content } = value as Record<string, unknown>;
  if (strengthen !== null && typeof strengthen === 'object') {
    const { _weak, ...reference } = content;
    return (
      (strengthen as { weak?: unknown }).weak === true ? { ...reference, _weak: true } : reference
    ) as T;
  }
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, strengthened(inner)])) as T;
}
