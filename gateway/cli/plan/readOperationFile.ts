import { existsSync, globSync, readFileSync } from 'node:fs';
import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  parse,
  print,
  visit,
} from 'graphql';

/** Directives that Apollo Client removes before it sends a document. */
const CLIENT_DIRECTIVES = new Set(['client', 'connection', 'nonreactive', 'unmask']);

/**
 * Reads a document as a client sends it: with the fragments that it uses and lacks, which are searched in the `.graphql`
 * files of a folder, and without the directives of Apollo Client.
 */
export function readOperationFile(file: string, fragmentFolder: string): string {
  if (!existsSync(file)) throw new Error(`${file}: expected a .graphql file, got no such file`);
  const document = parse(readFileSync(file, 'utf8'));
  const known = new Map(
    globSync(`${fragmentFolder}/**/*.graphql`).flatMap((path) =>
      fragmentsOf(parse(readFileSync(path, 'utf8'))).map((fragment) => [fragment.name.value, fragment]),
    ),
  );
  const included = new Set(fragmentsOf(document).map(({ name }) => name.value));
  const added: FragmentDefinitionNode[] = [];
  const addFragmentsOf = (node: ASTNode) =>
    visit(node, {
      FragmentSpread({ name: { value: name } }) {
        const fragment = known.get(name);
        if (included.has(name) || !fragment) return;
        included.add(name);
        added.push(fragment);
        addFragmentsOf(fragment);
      },
    });
  addFragmentsOf(document);
  const complete: DocumentNode = { ...document, definitions: [...document.definitions, ...added] };
  return print(
    visit(complete, { Directive: ({ name }) => (CLIENT_DIRECTIVES.has(name.value) ? null : undefined) }),
  );
}

const fragmentsOf = ({ definitions }: DocumentNode): FragmentDefinitionNode[] =>
  definitions.filter((definition) => definition.kind === Kind.FRAGMENT_DEFINITION);
