import { createClient, type Film } from './generated';

/** Queries a film with the generated client. */
export async function readFilm(url: string) {
  const client = createClient({ url });
  const { film, films } = await client.query({
    film: {
      __args: { by: { slug: 'epicycles' } },
      title: true,
      year: true,
      topics: { slug: true },
      video: { status: true },
    },
    films: {
      __args: { filter: { topics: { some: { slug: { eq: 'chaos' } } } }, first: 100 },
      totalCount: true,
    },
  });
  const title: string | undefined = film?.title;
  // @ts-expect-error: the tagline was not selected
  film?.tagline;
  const year: Film['year'] | undefined = film?.year;
  return {
    title,
    year,
    status: film?.video?.status,
    topics: film?.topics.length,
    chaotic: films?.totalCount,
  };
}
