import { type DocumentNode, parse } from 'graphql';
import { loadTool } from './tools.ts';

/** A subgraph as a composition reads it. */
export interface Subgraph {
  readonly name: string;
  readonly url: string;
  readonly sdl: string;
}

/** The packages that compose supergraphs. Their API is the same. */
export const COMPOSERS = ['@apollo/composition', '@theguild/federation-composition'] as const;
export type Composer = (typeof COMPOSERS)[number];

interface CompositionPackage {
  composeServices(
    services: readonly { readonly name: string; readonly url: string; readonly typeDefs: DocumentNode }[],
  ): {
    readonly supergraphSdl?: string | undefined;
    readonly errors?: readonly { readonly message: string }[] | undefined;
  };
}

/** Returns the SDL of the supergraph of subgraphs. @throws Error with the faults of the composition */
export function compose(composer: Composer, subgraphs: readonly Subgraph[]): string {
  const { composeServices } = loadTool<CompositionPackage>(composer);
  const { supergraphSdl, errors = [] } = composeServices(
    subgraphs.map(({ sdl, ...service }) => ({ ...service, typeDefs: parse(sdl) })),
  );
  if (supergraphSdl === undefined || errors.length > 0)
    throw new Error(
      `expected ${composer} to compose ${subgraphs.map(({ name }) => name).join(' and ')}, got: ${errors.map(({ message }) => message).join('; ')}`,
    );
  return supergraphSdl;
}
