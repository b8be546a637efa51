/**
 * `npm run contract` prints the public schema of the model to `schema/contract.graphql`.
 * `--check` compares instead: it lists each change and whether it breaks clients, and exits with 1 if there is one.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import {
  buildASTSchema,
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
  printSchema,
} from 'graphql';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';

const MODEL = 'schema/model';
const CONTRACT = 'schema/contract.graphql';
const HEADER =
  '# The public schema, printed from core and the model by `npm run contract`. Never edited by hand.\n\n';

/** Lists the changes between two schemas, breaking ones first. Changes of descriptions are not listed. */
function listChanges(before: GraphQLSchema, after: GraphQLSchema): string[] {
  const breaking = findBreakingChanges(before, after).map((change) => `breaking   ${change.description}`);
  const dangerous = findDangerousChanges(before, after).map((change) => `dangerous  ${change.description}`);
  // Additions are the removals of the reverse comparison.
  const added = findBreakingChanges(after, before)
    .filter((change) => change.type.endsWith('_REMOVED'))
    .map(
      (change) =>
        `safe       ${change.description.replace(/\bwas removed( from)?/, 'is new$1').replace('is new from', 'is new in')}`,
    );
  return [...breaking, ...dangerous, ...added];
}

const { typeDefs } = await readTypeDefs(MODEL);
const schema = buildASTSchema(typeDefs);
const printed = `${HEADER}${printSchema(schema)}\n`;

if (process.argv.includes('--check')) {
  const committed = readFileSync(CONTRACT, 'utf8');
  if (committed !== printed) {
    const changes = listChanges(buildSchema(committed), schema);
    for (const change of changes.length > 0 ? changes : ['safe       descriptions differ'])
      console.log(change);
    console.error(
      `expected ${CONTRACT} to be the schema of ${MODEL}; run npm run contract and commit the file`,
    );
    process.exitCode = 1;
  }
} else {
  writeFileSync(CONTRACT, printed);
  console.log(`wrote ${CONTRACT}: ${Object.keys(schema.getTypeMap()).length} types`);
}
