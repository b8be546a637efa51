import { type GraphQLSchema, isInterfaceType, isObjectType } from 'graphql';
import type { Data } from './view.ts';

/** Returns a selection set; empty for none. */
export const selectionOf = (fields: readonly string[]): string =>
  fields.length > 0 ? `{ ${fields.join(' ')} }` : '';

const NAME = /^\w+/;
const NAME_AND_ARGUMENTS = /^\w+(\([^)]*\))?/;
export const TYPE_NAME = '__typename';

/** A member of a union with the fields that are selected of it. */
export interface Member {
  readonly name: string;
  readonly fields: readonly string[];
}

/** A member in the selection set of its union. */
export interface SelectedMember {
  /** The inline fragment. */
  readonly text: string;
  /** Returns the data of the member under the names of its fields. */
  read(data: Data): Data;
}

interface MemberOptions {
  readonly schema: GraphQLSchema;
  /** True if fields with another type than in most members have an alias; otherwise they are left out. */
  readonly hasAliases: boolean;
  /** A member whose fields have their own names. */
  readonly first?: Member;
}

/**
 * Writes the inline fragments of the members of a union. One selection set cannot have fields of the same name with different
 * types or arguments: the most frequent field keeps the name.
 */
export function selectMembers(
  members: readonly Member[],
  { schema, hasAliases, first }: MemberOptions,
): (member: Member) => SelectedMember {
  const shapeOf = ({ name }: Member, field: string): string => {
    const type = schema.getType(name);
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {};
    return `${NAME_AND_ARGUMENTS.exec(field)?.[0]} ${fields[nameOf(field)]?.type}`;
  };
  const shapes = new Map<string, Map<string, number>>();
  const count = (member: Member, weight: number) => {
    for (const field of member.fields) {
      const known = shapes.get(nameOf(field)) ?? new Map<string, number>();
      const shape = shapeOf(member, field);
      known.set(shape, (known.get(shape) ?? 0) + weight);
      shapes.set(nameOf(field), known);
    }
  };
  for (const member of members) count(member, 1);
  if (first) count(first, members.length + 1);
  const mostFrequent = (name: string) =>
    [...(shapes.get(name) ?? [])].toSorted(([, a], [, b]) => b - a)[0]?.[0];
  return (member) => {
    const keys = member.fields.flatMap((field) => {
      const name = nameOf(field);
      if (name === TYPE_NAME || shapeOf(member, field) === mostFrequent(name))
        return [{ name, key: name, field }];
      const key = `${member.name}_${name}`;
      return hasAliases ? [{ name, key, field: `${key}: ${field}` }] : [];
    });
    return {
      text: `... on ${member.name} ${selectionOf([TYPE_NAME, ...keys.map(({ field }) => field)])}`,
      read: (data) => Object.fromEntries(keys.map(({ name, key }) => [name, data[key]])),
    };
  };
}

const nameOf = (field: string): string => NAME.exec(field)?.[0] ?? '';
