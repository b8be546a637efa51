import { createClient, type Film } from './generated';

/** Queries a film with the generated client. */
export async function readFilm(url: string) {
  const client = createClient({ url });
  const { film, films } = await client.query({
    film: {
      __args: { by: { slug: 'epicycles' } },
      title: true,
      topics: { slug: true },
      video: { status: true },
    },
    films: {
      __args: { filter: { topics: { some: { slug: { eq: 'chaos' } } } }, first: 100 },
      totalCount: true,
    },
  });
  const title: string | undefined = film?.title;
  // @ts-expect-error: the year was not selected
  film?.year;
  const year: Film['year'] = 1822;
  return {
    title,
    year,
    status: film?.video?.status,
    topics: film?.topics.length,
    chaotic: films?.totalCount,
  };
}
