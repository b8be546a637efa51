import { globSync, readFileSync } from 'node:fs';
import { ROOT } from '../../support/stack.ts';

const FOLDERS = 'web/{features,server}';
const DECLARATION = /^# Requests: ([a-z0-9, ]+?)(?: for (\{.*\}))?\n(?:#.*\n)*query (\w+)/gm;

/** A query of the app with a comment above it, for example `# Requests: content 2, search 1 for {"slug": "lorenz"}`. */
export interface DeclaredQuery {
  readonly file: string;
  readonly name: string;
  /** The maximum number of provider requests, e.g. `content 2, search 1`. */
  readonly requests: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

/** Reads the queries of the app. @returns also faults: queries without such a comment */
export function readDeclaredQueries(): {
  readonly declared: readonly DeclaredQuery[];
  readonly faults: readonly string[];
} {
  const read = globSync(`${FOLDERS}/**/*.graphql`, { cwd: ROOT }).toSorted().map(readQueries);
  return {
    declared: read.flatMap(({ declared }) => declared),
    faults: read.flatMap(({ faults }) => faults),
  };
}

function readQueries(file: string): { declared: DeclaredQuery[]; faults: string[] } {
  const source = readFileSync(`${ROOT}${file}`, 'utf8');
  const declared = [...source.matchAll(DECLARATION)].map(
    ([, requests = '', variables = '{}', name = '']) => ({
      file,
      name,
      requests,
      variables: JSON.parse(variables) as Record<string, unknown>,
    }),
  );
  const names = [...source.matchAll(/^query (\w+)/gm)].map(([, name = '']) => name);
  const undeclared = names.filter((name) => !declared.some((query) => query.name === name));
  return {
    declared,
    faults: undeclared.map(
      (name) => `${file}: expected a comment such as "# Requests: content 1" above the query ${name}`,
    ),
  };
}
