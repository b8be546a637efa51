import { VIDEO_FRAGMENT } from '@trivium/react/fragments';
import type { PlayableVideo } from '@trivium/react/Video';
import { initGraphQLTada, type ResultOf } from 'gql.tada';
import type { introspection } from './introspection';

const graphql = initGraphQLTada<{
  introspection: introspection;
  disableMasking: true;
  scalars: { DateTime: string; Date: string; JSON: unknown; URL: string };
}>();

const KitVideo = graphql(VIDEO_FRAGMENT);

export const FilmVideo = graphql(
  `
    query FilmVideo($slug: String!) {
      film(by: { slug: $slug }) {
        title
        video {
          ...KitVideo
        }
      }
    }
  `,
  [KitVideo],
);

/** The video of the query is what the component takes. */
export const videoOf = ({ film }: ResultOf<typeof FilmVideo>): PlayableVideo | null | undefined =>
  film?.video;
