import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { type Config, ConfigError, loadEnvironment, readConfig } from './config.ts';
import { createContentClient } from './content/client.ts';
import { bindDocumentField } from './content/fields.ts';
import { type ContentLoader, createContentLoader } from './content/loader.ts';
import { createContentResolvers } from './content/resolvers.ts';
import type { Context } from './context.ts';
import type { Binders } from './directives.ts';
import type { MediaLoader } from './media/loader.ts';
import { bindAsset, createMediaResolvers } from './media/resolvers.ts';
import { createMediaRoom } from './media/room.ts';
import { loadPages } from './pages.ts';
import { buildSchema, type ResolverMap, readTypeDefs } from './schema.ts';
import { createSearchClient } from './search/client.ts';
import { createSearchLoader, type SearchPort } from './search/loader.ts';
import { bindRelated } from './search/related.ts';
import { createSearchResolvers } from './search/resolvers.ts';
import { createServer } from './server.ts';
import { builtApp, builtExplorer } from './sites.ts';

/** A running gateway. */
export interface Gateway {
  /** Its origin, e.g. `http://127.0.0.1:4000`. */
  readonly url: string;
  /** Resolves when the media library has been read once. */
  readonly warm: Promise<void>;
  /** Stops taking requests, answers those under way, and ends what runs in the background. */
  close(): Promise<void>;
}

/**
 * Puts the rooms together over one configuration and listens.
 * @throws ModelError when the model cannot be served.
 */
export async function createGateway(config: Config): Promise<Gateway> {
  const log = pino({ level: config.logLevel });
  const defs = await readTypeDefs(config.schemaDir);
  const { projectId, dataset, apiHost } = config.content;
  const schema = buildSchema<Context<ContentLoader, MediaLoader, SearchPort>>({
    ...defs,
    binders: {
      document: bindDocumentField,
      asset: bindAsset,
      related: bindRelated as Binders<Context<ContentLoader, MediaLoader, SearchPort>>['related'],
    },
    rooms: [
      createContentResolvers(defs.model, { projectId, dataset, baseUrl: apiHost }),
      createMediaResolvers(),
      createSearchResolvers(defs.model),
    ] as readonly ResolverMap[],
  });

  const client = createContentClient(config.content);
  const search = createSearchClient(config.search);
  // It begins to read at once, so it comes after all that a faulty model can stop.
  const media = createMediaRoom({ config: config.media });
  const app = builtApp(config);
  const explorer = builtExplorer();
  const server = await createServer({
    schema,
    log,
    files: [...(explorer ? [explorer] : []), ...(app ? [{ folder: app.files, prefix: '/' }] : [])],
    ...(app && {
      pages: { pages: await loadPages(app.server, log), policy: app.policy, origin: () => origin },
    }),
    createContext(signal) {
      const tags = new Set<string>();
      return {
        signal,
        tags,
        content: createContentLoader({ client, model: defs.model, signal, tags }),
        media: media.loader({ signal, tags }),
        search: createSearchLoader({ client: search, signal, tags }),
      };
    },
  });
  await server.listen({ host: config.host, port: config.port });
  const { port } = server.server.address() as AddressInfo;
  // Where the system chose the port, it is known only now.
  const origin = new URL(config.publicUrl.replace(/:0$/, `:${port}`)).origin;
  return {
    url: `http://${config.host}:${port}`,
    warm: media.ready,
    async close() {
      media.close();
      await server.close();
    },
  };
}

async function run(): Promise<void> {
  const gateway = await createGateway(readConfig(loadEnvironment().env));
  const stop = () => void gateway.close().then(() => process.exit(0));
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
}

if (import.meta.main) {
  run().catch((error: unknown) => {
    const isTold = error instanceof ConfigError || (error instanceof Error && error.name === 'ModelError');
    console.error(isTold ? (error as Error).message : error);
    process.exit(1);
  });
}
