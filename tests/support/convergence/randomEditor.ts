import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Random } from '../../reference/generator/random.ts';
import type { Stack } from '../stack.ts';

/** Edits random documents and captions. */
export interface RandomEditor {
  /** Makes one edit. A provider may reject it, which changes nothing. @returns the kind of the edit */
  edit(): Promise<string>;
  close(): Promise<void>;
}

/** Mux accepts one POST a second. */
const MIN_CAPTION_INTERVAL_MS = 1_200;
const LANGUAGES = ['en', 'de', 'fr', 'pt'];

/**
 * Creates an editor of random documents and captions.
 * @param captions the share of edits that replace or remove a film's captions
 */
export async function createRandomEditor(
  stack: Pick<Stack, 'editor' | 'env'>,
  random: Random,
  { captions }: { captions: number },
): Promise<RandomEditor> {
  const { editor } = stack;
  const files = createServer((request, response) => response.end(vttOf(request.url ?? '')));
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve));
  const { port } = files.address() as AddressInfo;
  const assets: string[] = await editor.fetch(
    '*[_type == "film" && defined(video)].video{"id": select(defined(asset) => asset->assetId, @)}.id',
  );
  const playable = assets.filter((id) => typeof id === 'string');
  let n = 0;
  let nextCaptionsAt = 0;

  const idOf = async (type: string) => {
    const ids: string[] = await editor.fetch('*[_type == $type]._id', { type });
    const published = ids.filter((id) => !id.includes('.')).toSorted();
    return published.length > 0 ? random.pick(published) : `${type}-none`;
  };
  const word = () => `word${random.integer(1, 500)} ${random.integer(1, 1e6)}`;
  const create = async (type: 'film' | 'article' | 'person') => {
    const _id = `${type}-new-${++n}`;
    const ref = async (other: string) => ({ _type: 'reference', _key: `k${n}`, _ref: await idOf(other) });
    const named: Record<string, string> = type === 'person' ? { name: word() } : { title: word() };
    const attributes =
      type === 'film'
        ? {
            year: random.integer(1800, 2020),
            topics: [await ref('topic')],
            credits: [{ _key: `c${n}`, _type: 'credit', role: 'Direction', person: await ref('person') }],
            ...(random.boolean(0.3) && playable.length > 0 && { video: random.pick(playable) }),
          }
        : {};
    await editor.create({ _id, _type: type, slug: { _type: 'slug', current: _id }, ...named, ...attributes });
  };
  /** Replaces or removes the captions of a film in one language. */
  const caption = async () => {
    if (Date.now() < nextCaptionsAt || playable.length === 0) return rename('film');
    nextCaptionsAt = Date.now() + MIN_CAPTION_INTERVAL_MS;
    const asset = random.pick(playable);
    const language = random.pick(LANGUAGES);
    const { data } = (await requestMux(stack.env, 'GET', `/assets/${asset}`)) as { data: MuxAsset };
    for (const track of data.tracks ?? [])
      if (track.type === 'text' && track.language_code === language)
        await requestMux(stack.env, 'DELETE', `/assets/${asset}/tracks/${track.id}`);
    if (random.boolean(0.8))
      await requestMux(stack.env, 'POST', `/assets/${asset}/tracks`, {
        type: 'text',
        text_type: 'subtitles',
        language_code: language,
        name: `${language} ${random.integer(1, 1e6)}`,
        url: `http://127.0.0.1:${port}/${random.integer(1, 1e6)}.vtt`,
      });
  };
  const rename = async (type: string) =>
    editor
      .patch(await idOf(type))
      .set(type === 'person' ? { name: word() } : { title: word() })
      .commit({ returnDocuments: false });
  const edits: readonly (readonly [weight: number, kind: string, act: () => Promise<unknown>])[] = [
    [5, 'film renamed', () => rename('film')],
    [3, 'article renamed', () => rename('article')],
    [3, 'person renamed', () => rename('person')],
    [2, 'topic renamed', () => rename('topic')],
    [3, 'film created', () => create('film')],
    [1, 'article created', () => create('article')],
    [1, 'person created', () => create('person')],
    [3, 'film deleted', async () => editor.delete(await idOf('film'))],
    [1, 'article deleted', async () => editor.delete(await idOf('article'))],
    [1, 'person deleted', async () => editor.delete(await idOf('person'))],
    [
      2,
      'year changed',
      async () =>
        editor
          .patch(await idOf('film'))
          .set({ year: random.integer(1800, 2020) })
          .commit(),
    ],
  ];
  const weights = edits.flatMap((edit) => Array.from({ length: edit[0] }, () => edit));

  return {
    async edit() {
      const [, kind, act] = random.boolean(captions)
        ? ([0, 'captions', caption] as const)
        : random.pick(weights);
      return act().then(
        () => kind,
        () => `${kind}, rejected`,
      );
    },
    close: () => new Promise((resolve) => files.close(() => resolve())),
  };
}

interface MuxAsset {
  tracks?: { id: string; type: string; language_code?: string }[];
}

async function requestMux(env: Stack['env'], method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${env.MUX_HOST}/video/v1${path}`, {
    method,
    headers: {
      authorization: `Basic ${btoa(`${env.MUX_TOKEN_ID}:${env.MUX_TOKEN_SECRET}`)}`,
      'content-type': 'application/json',
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return response.status === 204 ? undefined : response.json();
}

const vttOf = (name: string) =>
  `WEBVTT\n\n00:00:01.000 --> 00:00:02.500\nWords of ${name}\n\n00:00:03.000 --> 00:00:04.000\nand more of them\n`;
