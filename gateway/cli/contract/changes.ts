import { globSync, readFileSync } from 'node:fs';
import { type Change, CriticalityLevel, DiffRule, diff } from '@graphql-inspector/core';
import { buildSchema, type GraphQLSchema, printSchema, resolveSchemaCoordinate } from 'graphql';
import { publicSchema } from '../../graphql/schema/publicSchema.ts';
import { type ChangeLevel, LEVELS } from '../../graphql/schema/versions/changeRecord.ts';
import { findPriceChanges } from './priceChanges.ts';

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

/** Returns the changes from one schema to another, in the order of levels and coordinates. All changes of descriptions are one change. */
export async function findContractChanges(
  before: GraphQLSchema,
  after: GraphQLSchema,
): Promise<readonly ContractChange[]> {
  const found = await diff(asClientsSeeIt(before), asClientsSeeIt(after), [DiffRule.simplifyChanges]);
  const isDescription = ({ type }: Change) => type.includes('DESCRIPTION');
  const descriptions = found.filter(isDescription).length;
  const changes = [
    ...found.filter((change) => !isDescription(change)).map((change) => readChange(change, before, after)),
    ...findPriceChanges(before, after).map((change) => ({ ...change, usedCoordinate: change.coordinate })),
  ].toSorted(
    (a, b) => LEVELS.indexOf(a.level) - LEVELS.indexOf(b.level) || (a.coordinate < b.coordinate ? -1 : 1),
  );
  if (descriptions === 0) return changes;
  const message = descriptions === 1 ? '1 description differs' : `${descriptions} descriptions differ`;
  return [...changes, { level: 'safe', coordinate: '', usedCoordinate: '', message }];
}

/** Removes what no client sees: the directives of the model, and other directives that introspection does not show. */
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

/**
 * Returns the breaking changes whose schema coordinates no decision record names, in a line such as "Breaks: `Film.tagline`,
 * `Query.films(first:)`".
 * @param folder of the decision records
 */
export function undecidedBreaks(
  changes: readonly ContractChange[],
  folder: string,
): readonly ContractChange[] {
  const decided = new Set(
    globSync(`${folder}/*.md`).flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('Breaks: '))
        .flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, coordinate = '']) => coordinate)),
    ),
  );
  return changes.filter(({ level, coordinate }) => level === 'breaking' && !decided.has(coordinate));
}
