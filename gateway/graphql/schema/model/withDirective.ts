import type { FieldDefinitionNode, ObjectTypeDefinitionNode } from 'graphql';
import { parseAt } from '../../../core/model/derivedTypes.ts';

/** Adds a directive, written as SDL, to a field. */
export function withDirective(field: FieldDefinitionNode, sdl: string): FieldDefinitionNode {
  const [type] = parseAt<ObjectTypeDefinitionNode>(`type T { f: Int ${sdl} }`, undefined);
  const added = type?.fields?.[0]?.directives ?? [];
  return { ...field, directives: [...(field.directives ?? []), ...added] };
}
