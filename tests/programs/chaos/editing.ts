import { setTimeout as sleep } from 'node:timers/promises';
import type { Chance } from '../../reference/generator/chance.ts';
import type { House } from '../../support/stack.ts';
import { uploadFilm } from '../../support/subscriber.ts';
import { type Chronicle, createChronicle } from './eventLog.ts';

/** Somebody who edits all the time, and writes down what. */
export interface Editing {
  readonly chronicle: Chronicle;
  /** Documents that are there all the time, and that readers may know by slug. */
  readonly films: readonly string[];
  /** Documents that come and go, by slug. */
  readonly guests: readonly string[];
  /** How many edits of each kind. */
  readonly counts: ReadonlyMap<string, number>;
  end(): Promise<void>;
}

const GUESTS = ['guest-1', 'guest-2', 'guest-3'];
/** Milliseconds between two edits, about, and between two films sent to the media library. */
const PACE = 500;
const UPLOADS = 20_000;

/** Begins to edit, through the content service's own client. */
export async function beginEditing(house: House, chance: Chance): Promise<Editing> {
  const { editor } = house;
  const films: { slug: string; title: string; _id: string }[] = await editor.fetch(
    '*[_type == "film" && _id in path("*")]{_id, title, "slug": slug.current} | order(_id asc)',
  );
  const chronicle = createChronicle(
    new Map([
      ...films.map(({ slug, title }) => [slug, title] as const),
      ...GUESTS.map((slug) => [slug, null] as const),
    ]),
  );
  const counts = new Map<string, number>();
  const ended = new AbortController();
  let n = 0;
  let uploadAt = performance.now() + UPLOADS / 4;

  const written = async (slug: string, value: string | null, write: () => Promise<unknown>) => {
    const edit = chronicle.begin(slug, value);
    await write().then(edit.done, (error: unknown) => {
      edit.undone();
      throw error;
    });
  };
  const rename = async () => {
    const { slug, _id } = chance.pick(films);
    const title = `Edited ${++n}`;
    await written(slug, title, () => editor.patch(_id).set({ title }).commit({ returnDocuments: false }));
  };
  const comeOrGo = async () => {
    const slug = chance.pick(GUESTS);
    const _id = `film-${slug}`;
    const isThere = chronicle.now().get(slug) !== null;
    const title = `Guest ${++n}`;
    if (isThere) await written(slug, null, () => editor.delete(_id));
    else
      await written(slug, title, () =>
        editor.create({ _id, _type: 'film', title, slug: { _type: 'slug', current: slug }, credits: [] }),
      );
  };
  /** What stands in drafts is nobody's business who reads what is published: the chronicle does not know it. */
  const draft = async () => {
    const { _id, slug } = chance.pick(films);
    const document = await editor.getDocument(_id);
    await editor.createOrReplace({
      ...(document as { _type: string }),
      _id: `drafts.${_id}`,
      title: `Draft of ${slug} ${++n}`,
    });
  };
  const upload = async () => {
    if (performance.now() < uploadAt) return false;
    uploadAt = performance.now() + UPLOADS;
    const asset = await uploadFilm(house);
    await editor.patch(chance.pick(films)._id).set({ video: asset }).commit({ returnDocuments: false });
    return true;
  };
  const kinds = { renamed: rename, 'came or went': comeOrGo, drafted: draft, 'film uploaded': upload };
  const drawn = ['renamed', 'renamed', 'renamed', 'came or went', 'drafted', 'film uploaded'] as const;

  const running = (async () => {
    while (!ended.signal.aborted) {
      const kind = chance.pick(drawn);
      if ((await kinds[kind]()) !== false) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      await sleep(chance.between(PACE / 2, 2 * PACE));
    }
  })();
  running.catch(() => undefined);
  return {
    chronicle,
    films: films.map(({ slug }) => slug),
    guests: GUESTS,
    counts,
    async end() {
      ended.abort();
      await running;
    },
  };
}
