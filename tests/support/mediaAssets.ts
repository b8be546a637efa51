import { readFileSync } from 'node:fs';
import { makeExecutableSchema } from '@graphql-tools/schema';
import { type ExecutionResult, graphql, parse } from 'graphql';
import { type ContentPort, type Context, type Row, startOperation } from '../../gateway/core/context.ts';
import { readModel } from '../../gateway/graphql/schema/model/readModel.ts';
import { scalars } from '../../gateway/graphql/schema/scalars.ts';
import type { MediaLoader } from '../../gateway/providers/media/loader.ts';
import { createMediaProvider, type MediaProvider } from '../../gateway/providers/media/provider.ts';
import { bindAsset, createMediaResolvers } from '../../gateway/providers/media/resolvers.ts';
import { openLibrary, type TestLibrary } from './mediaLibrary.ts';

const MODEL = `
  type Film @document { title: String  video: Video @asset  takes: [Video!]! @asset  cuts: [Video] @asset }
`;
const core = (name: string) =>
  readFileSync(new URL(`../../schema/core/${name}.graphql`, import.meta.url), 'utf8');

/** What the selections of these tests may answer. */
export interface VideoAnswer {
  readonly playback: {
    readonly hlsUrl: string;
    readonly posterUrl: string;
    readonly small: string;
    readonly card: string;
    readonly expiresAt: string;
  };
  readonly tracks: readonly { readonly src: string }[];
  readonly transcript: readonly object[];
}

type Asked = Pick<ExecutionResult, 'errors'>;

/** A graph of films over a library, with the room that answers them. */
export interface Films {
  readonly library: TestLibrary;
  readonly room: MediaProvider;
  /** Asks about films as the content service would answer them; `inRoom` is another room. */
  ask(
    source: string,
    rows: readonly Row[],
    inRoom?: MediaProvider,
  ): Promise<
    Asked & {
      readonly tags: ReadonlySet<string>;
      readonly films: readonly Readonly<Record<string, VideoAnswer | null>>[];
    }
  >;
  /** The video of a film whose asset this is. */
  video(
    selection: string,
    asset: string,
    inRoom?: MediaProvider,
  ): Promise<Asked & { readonly video: VideoAnswer | null | undefined }>;
  close(): Promise<void>;
}

/** Films as the content service would answer them: under each response key, what the content names. */
export const rowsOf = (keys: Record<string, unknown>, count = 1): Row[] =>
  Array.from({ length: count }, (_, i) => ({ '@type': 'film', '@id': `film-${i}`, ...keys }));

function schemaOf() {
  const fields = readModel(parse(MODEL)).types.get('Film')!.fields;
  const bound = ['video', 'takes', 'cuts'].map((name) => [name, bindAsset(fields.get(name)!)] as const);
  return makeExecutableSchema({
    typeDefs: [
      ...['directives', 'scalars', 'apiKeys', 'image', 'video'].map(core),
      MODEL,
      'type Query { films: [Film!]! }',
    ],
    resolvers: { ...createMediaResolvers(), ...scalars, Film: Object.fromEntries(bound) },
  });
}

/** Opens one over a library of its own. */
export async function openFilms(): Promise<Films> {
  const library = await openLibrary();
  const room = createMediaProvider({ config: library.config });
  const schema = schemaOf();
  await room.start();
  const ask: Films['ask'] = async (source, rows, inRoom = room) => {
    const operation = startOperation(AbortSignal.timeout(5000));
    const contextValue: Context<ContentPort, MediaLoader> = {
      ...operation,
      content: {
        document: async () => null,
        labels: async () => new Map(),
        draftOverlay: async () => [],
        fallbackSearch: async () => ({ ids: [], totals: new Map() }),
      },
      media: inRoom.loader(operation),
      search: undefined,
    };
    const { data, errors } = await graphql({ schema, source, rootValue: { films: rows }, contextValue });
    const films = (data?.films ?? []) as Record<string, VideoAnswer | null>[];
    return { errors, tags: operation.tags, films };
  };
  return {
    library,
    room,
    ask,
    async video(selection, asset, inRoom) {
      const { films, errors } = await ask(
        `{ films { video { ${selection} } } }`,
        rowsOf({ video: asset }),
        inRoom,
      );
      return { video: films[0]?.video, errors };
    },
    async close() {
      room.close();
      await library.close();
    },
  };
}
