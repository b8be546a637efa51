import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../reference/generator/random.ts';
import type { Stack } from '../../support/stack.ts';
import { uploadVideo } from '../../support/subscriber.ts';
import { createTitleLog, type TitleLog } from './titleLog.ts';

/** Continuous random edits of the content, recorded in an event log. */
export interface Editing {
  readonly eventLog: TitleLog;
  /** Slugs of the films that always exist. */
  readonly films: readonly string[];
  /** Slugs of the films that are created and deleted. */
  readonly temporaryFilms: readonly string[];
  /** Number of edits by kind. */
  readonly counts: ReadonlyMap<string, number>;
  stop(): Promise<void>;
}

const TEMPORARY_FILMS = ['guest-1', 'guest-2', 'guest-3'];
/** The time between two edits is between half and twice this interval. */
const EDIT_INTERVAL_MS = 500;
const UPLOAD_INTERVAL_MS = 20_000;

/** Starts to edit with the client of the content service. */
export async function startEditing(stack: Stack, random: Random): Promise<Editing> {
  const { editor } = stack;
  const films: { slug: string; title: string; _id: string }[] = await editor.fetch(
    '*[_type == "film" && _id in path("*")]{_id, title, "slug": slug.current} | order(_id asc)',
  );
  const eventLog = createTitleLog(
    new Map([
      ...films.map(({ slug, title }) => [slug, title] as const),
      ...TEMPORARY_FILMS.map((slug) => [slug, null] as const),
    ]),
  );
  const counts = new Map<string, number>();
  const stopped = new AbortController();
  let editCount = 0;
  let nextUploadAt = performance.now() + UPLOAD_INTERVAL_MS / 4;

  const recordEdit = async (slug: string, title: string | null, write: () => Promise<unknown>) => {
    const edit = eventLog.begin(slug, title);
    await write().then(edit.commit, (error: unknown) => {
      edit.rollback();
      throw error;
    });
  };
  const rename = async () => {
    const { slug, _id } = random.pick(films);
    const title = `Edited ${++editCount}`;
    await recordEdit(slug, title, () => editor.patch(_id).set({ title }).commit({ returnDocuments: false }));
  };
  const createOrDelete = async () => {
    const slug = random.pick(TEMPORARY_FILMS);
    const _id = `film-${slug}`;
    const exists = eventLog.current().get(slug) !== null;
    const title = `Guest ${++editCount}`;
    if (exists) await recordEdit(slug, null, () => editor.delete(_id));
    else
      await recordEdit(slug, title, () =>
        editor.create({ _id, _type: 'film', title, slug: { _type: 'slug', current: slug }, credits: [] }),
      );
  };
  /** The event log does not contain drafts: a draft title in a published response is an error. */
  const saveDraft = async () => {
    const { _id, slug } = random.pick(films);
    const document = await editor.getDocument(_id);
    await editor.createOrReplace({
      ...(document as { _type: string }),
      _id: `drafts.${_id}`,
      title: `Draft of ${slug} ${++editCount}`,
    });
  };
  const upload = async () => {
    if (performance.now() < nextUploadAt) return false;
    nextUploadAt = performance.now() + UPLOAD_INTERVAL_MS;
    const asset = await uploadVideo(stack);
    await editor.patch(random.pick(films)._id).set({ video: asset }).commit({ returnDocuments: false });
    return true;
  };
  const edits = {
    'title changed': rename,
    'film created or deleted': createOrDelete,
    'draft saved': saveDraft,
    'video uploaded': upload,
  };
  const weightedKinds = [
    'title changed',
    'title changed',
    'title changed',
    'film created or deleted',
    'draft saved',
    'video uploaded',
  ] as const;

  const running = (async () => {
    while (!stopped.signal.aborted) {
      const kind = random.pick(weightedKinds);
      if ((await edits[kind]()) !== false) counts.set(kind, (counts.get(kind) ?? 0) + 1);
      await sleep(random.integer(EDIT_INTERVAL_MS / 2, 2 * EDIT_INTERVAL_MS));
    }
  })();
  running.catch(() => undefined);
  return {
    eventLog,
    films: films.map(({ slug }) => slug),
    temporaryFilms: TEMPORARY_FILMS,
    counts,
    async stop() {
      stopped.abort();
      await running;
    },
  };
}
