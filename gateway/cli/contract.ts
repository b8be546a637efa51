/**
 * `npm run contract` writes the public schema of the model to `schema/contract.graphql`, and lists each change and whether it
 * breaks clients. `--check` lists the changes without writing them, and exits with 1 if there is one.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import {
  buildASTSchema,
  buildSchema,
  findBreakingChanges,
  findDangerousChanges,
  type GraphQLSchema,
} from 'graphql';
import { readTypeDefs } from '../graphql/schema/buildSchema.ts';
import { printSdl } from '../graphql/schema/printSdl.ts';

const MODEL = 'schema/model';
const CONTRACT = 'schema/contract.graphql';
const HEADER =
  '# The public schema, printed from core and the model by `npm run contract`. Never edited by hand.\n\n';

/** Lists the changes from an SDL text to a schema, breaking ones first. Changes of descriptions are one line. */
function listChanges(sdl: string, after: GraphQLSchema): string[] {
  const before = buildSchema(sdl);
  const breaking = findBreakingChanges(before, after).map((change) => `breaking   ${change.description}`);
  const dangerous = findDangerousChanges(before, after).map((change) => `dangerous  ${change.description}`);
  // Additions are the removals of the reverse comparison.
  const added = findBreakingChanges(after, before)
    .filter((change) => change.type.endsWith('_REMOVED'))
    .map(
      (change) =>
        `safe       ${change.description.replace(/\bwas removed( from)?/, 'is new$1').replace('is new from', 'is new in')}`,
    );
  const changes = [...breaking, ...dangerous, ...added];
  return changes.length > 0 ? changes : ['safe       descriptions differ'];
}

const { typeDefs } = await readTypeDefs(MODEL);
const schema = buildASTSchema(typeDefs);
const printed = `${HEADER}${printSdl(schema)}\n`;

const committed = existsSync(CONTRACT) ? readFileSync(CONTRACT, 'utf8') : '';
const isCheck = process.argv.includes('--check');
// The file is written even if the changes cannot be listed, e.g. after a merge conflict in it.
if (!isCheck) writeFileSync(CONTRACT, printed);
for (const change of committed === printed ? [] : tryListChanges()) console.log(change);
if (!isCheck) console.log(`wrote ${CONTRACT}: ${Object.keys(schema.getTypeMap()).length} types`);
else if (committed !== printed) {
  console.error(
    `expected ${CONTRACT} to be the schema of ${MODEL}; run npm run contract and commit the file`,
  );
  process.exitCode = 1;
}

function tryListChanges(): string[] {
  try {
    return listChanges(committed, schema);
  } catch (error) {
    return [
      `cannot list the changes, because ${CONTRACT} was not a valid schema: ${(error as Error).message}`,
    ];
  }
}
