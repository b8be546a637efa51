import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type ExecutionResult, graphql, parse } from 'graphql';
import {
  type ContentPort,
  type Context,
  createOperationContext,
  type Row,
} from '../../gateway/core/context.ts';
import { DEFAULT_LOCALES } from '../../gateway/core/locales.ts';
import { readModel } from '../../gateway/graphql/schema/model/readModel.ts';
import { scalars } from '../../gateway/graphql/schema/scalars.ts';
import { bindDocumentField } from '../../gateway/providers/content/directives.ts';
import type { IssueReceiver } from '../../gateway/providers/content/values/mismatch.ts';
import type { MediaLoader } from '../../gateway/providers/media/loader.ts';
import { createMediaProvider, type MediaProvider } from '../../gateway/providers/media/provider.ts';
import { createMediaResolvers } from '../../gateway/providers/media/resolvers.ts';
import { type MediaLibrary, startMediaLibrary } from './mediaLibrary.ts';

const MODEL = `
  type Film @document { title: String  video: Video @asset  takes: [Video!]! @asset  cuts: [Video] @asset }
`;
const OPERATION_TIMEOUT_MS = 20_000;
const readCoreSdl = (name: string) =>
  readFileSync(new URL(`../../schema/core/${name}.graphql`, import.meta.url), 'utf8');

/** The fields that tests select of a video. */
export interface VideoData {
  readonly playbackId: string;
  readonly playback: {
    readonly hlsUrl: string;
    readonly posterUrl: string;
    readonly small: string;
    readonly card: string;
    readonly expiresAt: string;
    readonly tokens: Readonly<Record<'playback' | 'thumbnail' | 'small' | 'storyboard', string>> | null;
  };
  readonly tracks: readonly { readonly src: string }[];
  readonly transcript: readonly object[];
}

type WithErrors = Pick<ExecutionResult, 'errors'>;

/** A schema of films whose videos are in a media library. */
export interface MediaGraph {
  readonly library: MediaLibrary;
  readonly provider: MediaProvider;
  /**
   * Runs an operation on films.
   * @param rows the films as the content service returns them
   * @param provider used instead of the graph's own
   */
  query(
    source: string,
    rows: readonly Row[],
    provider?: MediaProvider,
  ): Promise<
    WithErrors & {
      readonly tags: ReadonlySet<string>;
      readonly films: readonly Readonly<Record<string, VideoData | null>>[];
    }
  >;
  /** Selects fields of the video of one film with this asset. */
  video(
    selection: string,
    asset: string | object,
    provider?: MediaProvider,
  ): Promise<WithErrors & { readonly video: VideoData | null | undefined }>;
  close(): Promise<void>;
}

/** Returns films as the content service does: response keys with asset ids. */
export const filmRows = (keys: Record<string, unknown>, count = 1): Row[] =>
  Array.from({ length: count }, (_, i) => ({ '@type': 'film', '@id': `film-${i}`, ...keys }));

function buildSchema() {
  const model = readModel(parse(MODEL));
  const fields = model.types.get('Film')!.fields;
  const bound = ['video', 'takes', 'cuts'].map(
    (name) => [name, bindDocumentField(model, fields.get(name)!)] as const,
  );
  return makeExecutableSchema({
    typeDefs: [
      ...['directives', 'scalars', 'apiKeys', 'cost', 'image', 'video'].map(readCoreSdl),
      MODEL,
      'interface Node { id: ID! } type Query { films: [Film!]! }',
    ],
    resolvers: { ...createMediaResolvers(), ...scalars, Film: Object.fromEntries(bound) },
  });
}

/** Starts a media library and a schema over it. */
export async function startMediaGraph(): Promise<MediaGraph> {
  const library = await startMediaLibrary();
  const provider = createMediaProvider({ config: library.config });
  const schema = buildSchema();
  await provider.start();
  const query: MediaGraph['query'] = async (source, rows, operationProvider = provider) => {
    const operation = createOperationContext({ signal: AbortSignal.timeout(OPERATION_TIMEOUT_MS) });
    const contextValue: Context<ContentPort & IssueReceiver['content'], MediaLoader> = {
      ...operation,
      content: {
        locale: DEFAULT_LOCALES.all[0],
        report: () => undefined,
        document: async () => null,
        requestSources: () => undefined,
        playbackIdsOfAsset: async () => undefined,
        namedPlaybackIds: async () => [],
        labels: async () => new Map(),
        draftOverlay: async () => [],
        fallbackSearch: async () => ({ ids: [], totals: new Map() }),
      },
      media: operationProvider.loader(operation),
      search: undefined,
    };
    const { data, errors } = await graphql({ schema, source, rootValue: { films: rows }, contextValue });
    const films = (data?.films ?? []) as Record<string, VideoData | null>[];
    return { errors, tags: operation.tags, films };
  };
  return {
    library,
    provider,
    query,
    async video(selection, asset, operationProvider) {
      const { films, errors } = await query(
        `{ films { video { ${selection} } } }`,
        filmRows({ video: asset }),
        operationProvider,
      );
      return { video: films[0]?.video, errors };
    },
    async close() {
      provider.close();
      await library.close();
    },
  };
}
