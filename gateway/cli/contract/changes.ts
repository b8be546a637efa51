import { type Change, CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema, printSchema, resolveSchemaCoordinate } from 'graphql';
import { publicSchema } from '../../graphql/schema/publicSchema.ts';
import { type ChangeLevel, LEVELS } from '../../graphql/schema/versions/changeRecord.ts';

/** A difference between two schemas. */
export interface ContractChange {
  readonly level: ChangeLevel;
  /** The schema coordinate that changed, e.g. `Film.tagline` or `Query.films(first:)`. */
  readonly coordinate: string;
  /** The schema coordinate whose users are affected: its parent, if it is new. */
  readonly usedCoordinate: string;
  readonly message: string;
}

const LEVEL_NAMES: Readonly<Record<CriticalityLevel, ChangeLevel>> = {
  [CriticalityLevel.Breaking]: 'breaking',
  [CriticalityLevel.Dangerous]: 'dangerous',
  [CriticalityLevel.NonBreaking]: 'safe',
};

/** Returns the changes from one schema to another, in the order of levels and coordinates. Those of descriptions are one. */
export async function findContractChanges(
  before: GraphQLSchema,
  after: GraphQLSchema,
): Promise<readonly ContractChange[]> {
  const found = await diff(asClientsSeeIt(before), asClientsSeeIt(after), [DiffRule.simplifyChanges]);
  const isDescription = ({ type }: Change) => type.includes('DESCRIPTION');
  const descriptions = found.filter(isDescription).length;
  const changes = found
    .filter((change) => !isDescription(change))
    .map((change) => readChange(change, before, after));
  return [
    ...changes.toSorted(
      (a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || (a.coordinate < b.coordinate ? -1 : 1),
    ),
    ...(descriptions > 0
      ? [
          {
            level: 'safe' as const,
            coordinate: '',
            usedCoordinate: '',
            message: descriptions === 1 ? '1 description differs' : `${descriptions} descriptions differ`,
          },
        ]
      : []),
  ];
}

/** Removes what no client sees: the directives of the model, and those on definitions that introspection does not show. */
const asClientsSeeIt = (schema: GraphQLSchema): GraphQLSchema =>
  buildSchema(printSchema(publicSchema(schema)));

function readChange(
  { criticality, message, path: changedPath }: Change,
  before: GraphQLSchema,
  after: GraphQLSchema,
): ContractChange {
  // A change of a directive is one of the definition that has it, e.g. of a deprecation.
  const path = (changedPath ?? '').replace(/\.@\w+$/, '');
  const known = coordinateOf(path, before);
  return {
    level: LEVEL_NAMES[criticality.level],
    coordinate: known ?? coordinateOf(path, after) ?? path,
    usedCoordinate: known ?? coordinateOf(path.slice(0, Math.max(0, path.lastIndexOf('.'))), before) ?? path,
    message,
  };
}

/** Returns the schema coordinate of a dotted path, e.g. `Query.films.first`; undefined if the schema does not have it. */
function coordinateOf(path: string, schema: GraphQLSchema): string | undefined {
  const [name = '', member, argument] = path.split('.');
  let coordinate = name;
  if (member !== undefined) coordinate += name.startsWith('@') ? `(${member}:)` : `.${member}`;
  if (argument !== undefined) coordinate += `(${argument}:)`;
  try {
    return resolveSchemaCoordinate(schema, coordinate) && coordinate;
  } catch {
    // The type or field that would contain it does not exist.
    return undefined;
  }
}
