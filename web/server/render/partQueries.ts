import type { DocumentNode, OperationVariables } from '@apollo/client';
import { readPath } from '../../components/paths.ts';
import { compact } from '../../components/text/lists.ts';
import { ReadNextDocument } from '../../features/articles/ReadNext.generated.ts';
import { FilmPageDocument, type FilmPageQuery } from '../../features/films/FilmPage.generated.ts';
import { RelatedFilmsDocument } from '../../features/films/RelatedFilms.generated.ts';
import { TranscriptDocument } from '../../features/films/transcript/Transcript.generated.ts';
import { PersonQuotationsDocument } from '../../features/people/PersonQuotations.generated.ts';
import { bestLanguage } from '../../features/player/state/preferences.ts';
import type { ServerClient } from '../serverClient.ts';

type PartQuery = readonly [document: DocumentNode, variables: OperationVariables];

/**
 * The queries of parts that pages request while they render, by the route id of the page. The server starts them before, so
 * that it can render the page at once; a query that is missing here makes the page render in two steps.
 */
const PART_QUERIES: Readonly<
  Record<string, (slug: string, client: Pick<ServerClient, 'find'>) => readonly PartQuery[]>
> = {
  'features/articles/ArticlePage.tsx': (slug) => [[ReadNextDocument, { slug }]],
  'features/people/PersonPage.tsx': (slug) => [[PersonQuotationsDocument, { slug }]],
  'features/films/FilmPage.tsx': (slug, client) => [
    [RelatedFilmsDocument, { slug }],
    ...transcriptLanguages(client.find(FilmPageDocument, { slug })?.data).map(
      (language): PartQuery => [TranscriptDocument, { slug, language }],
    ),
  ],
};

/** A page that is rendered. */
interface RenderedPage {
  readonly location: { readonly pathname: string };
  readonly matches: readonly { readonly route: { readonly id: string } }[];
}

/** Starts the queries of the parts of a page. */
export function startPartQueries(client: ServerClient, { location, matches }: RenderedPage): void {
  const slug = readPath(location.pathname)?.slug ?? '';
  for (const { route } of matches)
    for (const [document, variables] of PART_QUERIES[route.id]?.(slug, client) ?? [])
      void client.load(document, variables);
}

/** Returns the languages of the transcripts on a film page: the structured data has the English one. */
function transcriptLanguages(data: unknown): string[] {
  const tracks = (data as FilmPageQuery | undefined)?.film?.video?.tracks ?? [];
  const languages = tracks.map(({ language }) => language);
  const english = languages.some((language) => /^en\b/.test(language)) ? 'en' : null;
  return [...new Set(compact([bestLanguage(languages, 'en'), english]))];
}
