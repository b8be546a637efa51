import { createRequest } from '@trivium/react/createRequest';
import { RichText } from '@trivium/react/RichText';
import { Video } from '@trivium/react/Video';
import { graphql } from './gql';
import type { FilmPageQuery } from './gql/graphql';

/** Spreads the fragments of the kit by name: the generator reads them from its package. */
export const FilmPageDocument = graphql(`
  query FilmPage($slug: String!) {
    film(by: { slug: $slug }) {
      title
      synopsis {
        ...KitRichText
        blocks {
          ... on Formula {
            key
            tex
          }
          ... on TextBlock {
            children {
              ... on Formula {
                key
                tex
              }
            }
          }
        }
      }
      video {
        ...KitVideo
      }
    }
  }
`);

/** The results fit the properties of the components. */
export const FilmPage = ({ film }: FilmPageQuery) =>
  film && (
    <article>
      {film.video && <Video video={film.video} title={film.title} />}
      {film.synopsis && (
        <RichText
          blocks={film.synopsis.blocks}
          types={{ Formula: ({ value }) => <code>{value.tex}</code> }}
        />
      )}
    </article>
  );

const request = createRequest('http://127.0.0.1:4000/graphql');

/** The request takes the document with its types. */
export const readFilm = (slug: string): Promise<FilmPageQuery> => request(FilmPageDocument, { slug });

// @ts-expect-error: the document needs a slug
export const readNothing = () => request(FilmPageDocument, {});
