import type { GraphQLSchema } from 'graphql';
import { apolloModule } from './apolloModule.ts';
import { type ClientFacts, readClientFacts } from './clientFacts.ts';
import { graphcacheModule } from './graphcacheModule.ts';

/** The address of the files, each by its name. */
export const CLIENTS_PATH = '/docs/clients';

/** A file with what a client needs to know of a schema. */
export interface ClientFile {
  readonly name: string;
  readonly mediaType: string;
  print(schema: GraphQLSchema): string;
}

const JSON_TYPE = 'application/json; charset=utf-8';
const TYPESCRIPT_TYPE = 'text/plain; charset=utf-8';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

/** The configuration of relay-compiler. */
const relayConfig = ({ scalars }: ClientFacts) => ({
  src: './src',
  schema: './schema.graphql',
  language: 'typescript',
  eagerEsModules: true,
  customScalarTypes: scalars,
});

/** The files for clients, by name. */
export const CLIENT_FILES: readonly ClientFile[] = [
  {
    // `possibleTypes` and `typePolicies`.
    name: 'apollo.ts',
    mediaType: TYPESCRIPT_TYPE,
    print: (schema) => apolloModule(readClientFacts(schema)),
  },
  {
    // `possibleTypes`, `keys`, `resolvers` and `logger`.
    name: 'graphcache.ts',
    mediaType: TYPESCRIPT_TYPE,
    print: (schema) => graphcacheModule(readClientFacts(schema)),
  },
  {
    name: 'relay.config.json',
    mediaType: JSON_TYPE,
    print: (schema) => json(relayConfig(readClientFacts(schema))),
  },
  {
    name: 'possible-types.json',
    mediaType: JSON_TYPE,
    print: (schema) => json(readClientFacts(schema).possibleTypes),
  },
];
