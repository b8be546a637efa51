import { globSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import {
  type ASTNode,
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLError,
  parse,
  print,
  visit,
} from 'graphql';
import { fragmentsOf } from '../../graphql/operations/document/selections.ts';
import { readNamedFile } from '../readNamedFile.ts';
import { UsageError } from '../usageError.ts';

/** Directives that Apollo Client removes before it sends a document. */
const CLIENT_DIRECTIVES = new Set(['client', 'connection', 'nonreactive', 'unmask']);

/**
 * Reads a document as a client sends it: without the directives of Apollo Client, and with the fragments that it uses and
 * lacks. They are searched in the `.graphql` files of its folder and of each enclosing folder up to the root: the nearest is used.
 * @throws UsageError for a file that is no document
 */
export function readOperationFile(file: string, root: string): string {
  const document = readDocument(file);
  const folders = foldersUpTo(root, dirname(resolve(file))).map(lazyFragmentsIn);
  const find = (name: string): FragmentDefinitionNode | undefined => {
    for (const fragments of folders) {
      const fragment = fragments().get(name);
      if (fragment) return fragment;
    }
    return undefined;
  };
  const included = new Set(fragmentsOf(document).keys());
  const added: FragmentDefinitionNode[] = [];
  const addFragmentsOf = (node: ASTNode) =>
    visit(node, {
      FragmentSpread({ name: { value: name } }) {
        const fragment = included.has(name) ? undefined : find(name);
        if (!fragment) return;
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

/** @throws UsageError that names the file */
function readDocument(file: string): DocumentNode {
  const text = readNamedFile(file, 'a .graphql file');
  try {
    return parse(text);
  } catch (error) {
    const { message, locations: [place] = [] } = error as GraphQLError;
    const at = place ? `:${place.line}:${place.column}` : '';
    throw new UsageError(
      `${file}${at}: expected a document of GraphQL, got a text of which the parser says: ${message}`,
    );
  }
}

/** Returns a folder and the folders around it, up to the root; the folder alone if it is not in the root. */
function foldersUpTo(root: string, folder: string): readonly string[] {
  const top = resolve(root);
  if (folder !== top && !folder.startsWith(join(top, '/'))) return [folder];
  return folder === top ? [top] : [folder, ...foldersUpTo(top, dirname(folder))];
}

/** Returns a function that reads the fragments in the files below a folder, by name, once. */
function lazyFragmentsIn(folder: string): () => ReadonlyMap<string, FragmentDefinitionNode> {
  let fragments: ReadonlyMap<string, FragmentDefinitionNode> | undefined;
  return () => {
    fragments ??= new Map(
      globSync('**/*.graphql', {
        cwd: folder,
        exclude: (name) => /^(node_modules|dist)$|^\./.test(name),
      }).flatMap((path) => [...fragmentsOf(readDocument(join(folder, path)))]),
    );
    return fragments;
  };
}
