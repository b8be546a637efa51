import type { Stack } from '../../support/stack.ts';

/** A film of the sample that cannot be played, with the documents whose pages list it. */
export interface UnreadyFilm {
  readonly title: string;
  readonly slug: string;
  readonly topics: readonly { slug: string }[];
  readonly collections: { nodes: readonly { slug: string }[] };
  readonly articles: { nodes: readonly { slug: string }[] };
}

/** Returns a film of the sample that cannot be played. Which one it is may change. */
export async function unreadyFilm(stack: Stack): Promise<UnreadyFilm> {
  const { data } = await stack.query(`{ films(first: 100) { nodes {
    title slug video { status } topics { slug } collections { nodes { slug } } articles { nodes { slug } }
  } } }`);
  const film = data.films.nodes.find(
    ({ video }: { video: { status: string } | null }) => video?.status !== 'READY',
  );
  if (!film) throw new Error('expected a film of the sample that cannot be played, found none');
  return film;
}
